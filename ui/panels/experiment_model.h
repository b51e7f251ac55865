// The rows of an experiment as a table's model: what a reader compares, with the figures to sort by.
#pragma once

#include <QAbstractTableModel>

#include <vector>

#include "core/experiment/against.h"
#include "core/experiment/row.h"

namespace lightbench {

class ExperimentModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        Point, ///< what is varied beside variant and workgroup
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
    /// SortRole: a number, or a text that sorts as the column means.
    enum Role { SortRole = Qt::UserRole + 1 };

    using QAbstractTableModel::QAbstractTableModel;
    /// The same points with other figures change cells only, so that what is chosen stays.
    /// `changes`: since an earlier journal, one for each row; none: there is no such journal.
    void setRows(const Sweep& sweep, const std::vector<PointRow>& rows, const std::vector<RowChange>& changes);
    /// Whether a column says anything of these points.
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
