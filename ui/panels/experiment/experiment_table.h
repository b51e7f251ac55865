// The table beside or below an experiment's chart: its rows, sortable, and copied as text, CSV, Markdown or LaTeX.
#pragma once

#include <vector>

#include "core/experiment/journal_comparison.h"
#include "core/experiment/row.h"
#include "ui/controls/result_table.h"

class QSortFilterProxyModel;

namespace lightbench {

class ExperimentTable : public ResultTable {
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

    explicit ExperimentTable(QWidget* parent = nullptr);
    /// If the points are the same, only cells change and the selection stays. `changes`: one for each row since an
    /// earlier journal, or empty without one.
    void setRows(const Sweep& sweep, const std::vector<PointRow>& rows, const std::vector<RowChange>& changes);
    /// The row of the experiment, not of the sorted view; -1: none.
    int currentRow() const;
    void setCurrentRow(int row);

signals:
    void currentRowChanged(int row);
    void rowActivated(int row);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    std::vector<ResultColumn> columns() const;
    bool isNeeded(int column) const;
    QString pointText(int row) const;
    QString changeText(int row) const;
    void fitColumns();
    const PointRow& row(int i) const { return rows_[std::size_t(i)]; }
    const RowChange* changeOf(int row) const {
        return std::size_t(row) < changes_.size() ? &changes_[std::size_t(row)] : nullptr;
    }

    Sweep sweep_;
    std::vector<PointRow> rows_;
    std::vector<RowChange> changes_;
    ResultModel* model_;
    QSortFilterProxyModel* sorted_;
};

} // namespace lightbench
