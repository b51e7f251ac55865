// The table beside or below an experiment's chart. It is sortable and copies its rows as text, CSV, Markdown or LaTeX.
#pragma once

#include <QTableView>

class QSortFilterProxyModel;

namespace lightbench {

class ExperimentModel;

class ExperimentTable : public QTableView {
    Q_OBJECT

public:
    explicit ExperimentTable(ExperimentModel* model, QWidget* parent = nullptr);
    /// The row in the model, not in the sorted view; -1: none.
    int currentRow() const;
    void setCurrentRow(int row);
    /// The selected rows, or all, in the shown order with a heading.
    enum class Form { Tabs, Csv, Markdown, Latex };
    QString text(Form form) const;
    void copy(Form form) const;

signals:
    void currentRowChanged(int row);
    void rowActivated(int row);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    void fitColumns();
    QStringList shownCells(int row) const;
    QList<int> shownColumns() const;
    ExperimentModel* model_;
    QSortFilterProxyModel* sorted_;
};

} // namespace lightbench
