// Tables of results. A model declares each column in one place, and the view shows whole rows, which the user can
// select and copy, but not edit. The experiment, timing, roofline and mismatch tables use it.
#pragma once

#include <QAbstractTableModel>
#include <QTableView>

#include <functional>
#include <vector>

namespace lightbench {

struct ResultColumn {
    QString name, tip;
    bool isNumber = false;                      ///< aligned to the right
    QString widest{};                           ///< a text as wide as its cells need
    std::function<QString(int row)> text{};     ///< of a cell
    std::function<QVariant(int row)> sortKey{}; ///< a number or a text; empty: the cell's text
    /// Tooltip and colour of a cell, by Qt's roles; empty: none.
    std::function<QVariant(int row, int role)> look{};
};

class ResultModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role { SortRole = Qt::UserRole, FirstOwnRole };

    /// `countRows`: the number of rows. Call reset() when it changes.
    ResultModel(std::vector<ResultColumn> columns, std::function<int()> countRows, QObject* parent)
        : QAbstractTableModel(parent), columns_(std::move(columns)), countRows_(std::move(countRows)) {}
    const std::vector<ResultColumn>& columns() const { return columns_; }
    void setColumns(std::vector<ResultColumn> columns);
    void reset();
    /// The cells have changed, the rows have not.
    void refreshCells();

    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : countRows_(); }
    int columnCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : int(columns_.size());
    }
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::vector<ResultColumn> columns_;
    std::function<int()> countRows_;
};

/// The width that a column needs for its widest text and its heading, without space around them.
int neededWidth(const QTableView& table, const ResultColumn& column, const QFontMetrics& metrics);

/// Whole rows of equal height, scrolling by pixels, no grid and no row numbers. It copies its rows.
class ResultTable : public QTableView {
    Q_OBJECT

public:
    explicit ResultTable(QWidget* parent);
    /// The selected rows, or all, in the shown order with a heading.
    enum class Form { Tabs, Csv, Markdown, Latex };
    virtual QString text(Form form) const;
    void copy(Form form = Form::Tabs) const;

protected:
    /// The columns that are copied: all that are shown.
    virtual bool isCopied(int column) const { return !isColumnHidden(column); }
    void keyPressEvent(QKeyEvent* event) override;
};

} // namespace lightbench
