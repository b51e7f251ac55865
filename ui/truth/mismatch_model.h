// The list of mismatches as a table model: position, channel, result, expected value, and workgroup. The Truth panel
// shows it.
#pragma once

#include <QAbstractTableModel>

#include "ui/truth/truth.h"

namespace lightbench {

class MismatchModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { X, Y, Channel, Result, Reference, Distance, Group, ColumnCount };

    explicit MismatchModel(const Truth& truth, QObject* parent = nullptr);
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const Mismatch& mismatch, int column) const;
    QString groupText(Point pixel) const;
    const Truth& truth_;
};

} // namespace lightbench
