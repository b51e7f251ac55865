// The rows of an experiment as a table model, with sort keys. The experiment panel fills it and the experiment table
// shows it.
#pragma once

#include <QAbstractTableModel>

#include <vector>

#include "core/experiment/journal_comparison.h"
#include "core/experiment/row.h"

namespace lightbench {

class ExperimentModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        Point, ///< what is varied other than variant and workgroup
        Variant,
        Workgroup,
        Time,
        Interval,
        Ratio,
        RatioInterval,
        Rate,
        Verdict,
        Differs,
        Before,
        Change,
        Status,
        Reason,
        ColumnCount
    };
    /// SortRole: the key for sorting, a number or a text.
    enum Role { SortRole = Qt::UserRole + 1 };

    using QAbstractTableModel::QAbstractTableModel;
    /// If the points are the same, only cells change and the selection stays. `changes`: one for each row since an
    /// earlier journal, or empty without one.
    void setRows(const Sweep& sweep, const std::vector<PointRow>& rows, const std::vector<RowChange>& changes);
    /// Whether the column has content for these points.
    bool isNeeded(Column column) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(std::size_t row, int column) const;
    QVariant sortKey(std::size_t row, int column) const;

    QString pointText(std::size_t row) const;
    QString changeText(std::size_t row) const;

    Sweep sweep_;
    std::vector<PointRow> rows_;
    std::vector<RowChange> changes_;
};

} // namespace lightbench
