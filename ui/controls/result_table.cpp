#include "ui/controls/result_table.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>

#include <algorithm>

#include "core/base/csv.h"
#include "ui/texts/texts.h"

namespace lightbench {

namespace {
int alignmentOf(const ResultColumn& column) {
    return int((column.isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

/// Escapes LaTeX commands, and replaces characters that its common fonts lack.
QString latexText(QString text) {
    static const std::pair<QString, QString> signs[] = {{QStringLiteral("\\"), QStringLiteral("\\textbackslash ")},
                                                        {QStringLiteral("&"), QStringLiteral("\\&")},
                                                        {QStringLiteral("%"), QStringLiteral("\\%")},
                                                        {QStringLiteral("$"), QStringLiteral("\\$")},
                                                        {QStringLiteral("#"), QStringLiteral("\\#")},
                                                        {QStringLiteral("_"), QStringLiteral("\\_")},
                                                        {QStringLiteral("{"), QStringLiteral("\\{")},
                                                        {QStringLiteral("}"), QStringLiteral("\\}")},
                                                        {QStringLiteral("~"), QStringLiteral("\\textasciitilde ")},
                                                        {QStringLiteral("^"), QStringLiteral("\\textasciicircum ")},
                                                        {QString(thinSpace), QStringLiteral("\\,")},
                                                        {QStringLiteral("×"), QStringLiteral("$\\times$")},
                                                        {QStringLiteral("µ"), QStringLiteral("$\\mu$")},
                                                        {QStringLiteral("–"), QStringLiteral("--")},
                                                        {QStringLiteral("…"), QStringLiteral("\\ldots ")}};
    for (const QChar sign : QStringLiteral("✓▸✗▲▼"))
        text.remove(sign);
    for (const auto& [sign, latex] : signs)
        text.replace(sign, latex);
    return text.trimmed();
}

QString lineOf(QStringList cells, ResultTable::Form form) {
    using enum ResultTable::Form;
    if (form == Latex) {
        for (QString& cell : cells)
            cell = latexText(cell);
        return cells.join(QStringLiteral(" & ")) + QStringLiteral(" \\\\\n");
    }
    if (form == Tabs) return cells.join(QChar('\t')) + QChar('\n');
    if (form == Markdown)
        return QStringLiteral("| ") + cells.replaceInStrings("|", "\\|").join(QStringLiteral(" | ")) +
               QStringLiteral(" |\n");
    CsvRow row;
    for (const QString& cell : cells)
        row.push_back(cell.toStdString());
    return words(csvLine(row));
}
} // namespace

void ResultModel::setColumns(std::vector<ResultColumn> columns) {
    beginResetModel();
    columns_ = std::move(columns);
    endResetModel();
}

void ResultModel::reset() {
    beginResetModel();
    endResetModel();
}

void ResultModel::refreshCells() {
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

QVariant ResultModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const ResultColumn& column = columns_[std::size_t(index.column())];
    if (role == Qt::TextAlignmentRole) return alignmentOf(column);
    if (role == SortRole) return column.sortKey ? column.sortKey(index.row()) : data(index, Qt::DisplayRole);
    if (role == Qt::DisplayRole) return column.text(index.row());
    return column.look ? column.look(index.row(), role) : QVariant();
}

QVariant ResultModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const ResultColumn& column = columns_[std::size_t(section)];
    if (role == Qt::DisplayRole) return column.name;
    if (role == Qt::ToolTipRole) return column.tip;
    return role == Qt::TextAlignmentRole ? QVariant(alignmentOf(column)) : QVariant();
}

int neededWidth(const QTableView& table, const ResultColumn& column, const QFontMetrics& metrics) {
    const int sortSign = table.isSortingEnabled() ? 14 : 0;
    return std::max(metrics.horizontalAdvance(column.widest), metrics.horizontalAdvance(column.name) + sortSign);
}

ResultTable::ResultTable(QWidget* parent) : QTableView(parent) {
    setShowGrid(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setWordWrap(false);
    setCornerButtonEnabled(false);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(24);
    horizontalHeader()->setHighlightSections(false);
}

QString ResultTable::text(Form form) const {
    QList<int> rows, columns;
    for (const QModelIndex& index : selectionModel()->selectedRows())
        rows << index.row();
    std::ranges::sort(rows);
    for (int row = 0; !selectionModel()->hasSelection() && row < model()->rowCount(); ++row)
        rows << row;
    QStringList heading, rule;
    QString alignments;
    for (int c = 0; c < model()->columnCount(); ++c) {
        if (!isCopied(c)) continue;
        columns << c;
        heading << model()->headerData(c, Qt::Horizontal).toString();
        rule << QStringLiteral("---");
        const int alignment = model()->headerData(c, Qt::Horizontal, Qt::TextAlignmentRole).toInt();
        alignments += alignment & Qt::AlignRight ? QChar('r') : QChar('l');
    }
    QString all = lineOf(heading, form);
    if (form == Form::Markdown) all += lineOf(rule, form);
    if (form == Form::Latex)
        all = QStringLiteral("\\begin{tabular}{%1}\n\\hline\n").arg(alignments) + all + "\\hline\n";
    for (const int row : rows) {
        QStringList cells;
        for (const int c : columns)
            cells << model()->index(row, c).data().toString();
        all += lineOf(cells, form);
    }
    return form == Form::Latex ? all + QStringLiteral("\\hline\n\\end{tabular}\n") : all;
}

void ResultTable::copy(Form form) const { QApplication::clipboard()->setText(text(form)); }

void ResultTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return copy();
    QTableView::keyPressEvent(event);
}

} // namespace lightbench
