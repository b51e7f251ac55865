// Sorts, selects and copies rows.
#include "ui/panels/experiment/experiment_table.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QSortFilterProxyModel>

#include <algorithm>

#include "core/base/csv.h"
#include "ui/controls/table_look.h"
#include "ui/panels/experiment/experiment_model.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
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

QString lineOf(QStringList cells, ExperimentTable::Form form) {
    using enum ExperimentTable::Form;
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
    return QString::fromStdString(csvLine(row));
}
} // namespace

ExperimentTable::ExperimentTable(ExperimentModel* model, QWidget* parent)
    : QTableView(parent), model_(model), sorted_(new QSortFilterProxyModel(this)) {
    sorted_->setSourceModel(model);
    sorted_->setSortRole(ExperimentModel::SortRole);
    setModel(sorted_);
    setSortingEnabled(true);
    horizontalHeader()->setSortIndicatorClearable(true);
    sortByColumn(-1, Qt::AscendingOrder);
    makeResultTable(*this);
    horizontalHeader()->setStretchLastSection(true);
    setAccessibleName(tr("Points of the experiment"));
    setObjectName(QStringLiteral("experimentTable"));
    connect(this, &QAbstractItemView::activated, this,
            [this](const QModelIndex& index) { emit rowActivated(sorted_->mapToSource(index).row()); });
    connect(sorted_, &QAbstractItemModel::modelReset, this, &ExperimentTable::fitColumns);
    fitColumns();
}

void ExperimentTable::fitColumns() {
    const QStringList longest{QString(),
                              QString(),
                              QStringLiteral("auto: 888 × 88"),
                              QStringLiteral("8 888 ms"),
                              QStringLiteral("8.88 ms – 8.88 ms"),
                              QStringLiteral("88.8 ×"),
                              QStringLiteral("0.888 × – 0.888 ×"),
                              QStringLiteral("8.88 GB/s"),
                              QStringLiteral("within tolerance"),
                              tr("%1, at most by %2").arg(QStringLiteral("88 888"), QStringLiteral("8.88")),
                              QStringLiteral("8 888 ms"),
                              QStringLiteral("▲ slower 88.8 × (88.8 × – 88.8 ×)"),
                              tr("? too few rounds")};
    for (int c = 0; c < longest.size(); ++c) {
        const QString heading = sorted_->headerData(c, Qt::Horizontal, Qt::DisplayRole).toString();
        int width =
            std::max(fontMetrics().horizontalAdvance(longest[c]), fontMetrics().horizontalAdvance(heading) + 14);
        const bool isNames = c == ExperimentModel::Point || c == ExperimentModel::Variant;
        for (int row = 0; isNames && row < sorted_->rowCount(); ++row)
            width = std::max(width, fontMetrics().horizontalAdvance(sorted_->index(row, c).data().toString()));
        setColumnWidth(c, width + 20);
        setColumnHidden(c, !model_->isNeeded(ExperimentModel::Column(c)));
    }
}

int ExperimentTable::currentRow() const {
    return currentIndex().isValid() ? sorted_->mapToSource(currentIndex()).row() : -1;
}

void ExperimentTable::setCurrentRow(int row) {
    if (row == currentRow()) return;
    const QModelIndex index = sorted_->mapFromSource(sorted_->sourceModel()->index(row, 0));
    if (index.isValid()) setCurrentIndex(index);
}

void ExperimentTable::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QTableView::currentChanged(current, previous);
    if (current.isValid() && current.row() != previous.row()) emit currentRowChanged(currentRow());
}

QString ExperimentTable::text(Form form) const {
    QList<int> rows;
    for (const QModelIndex& index : selectionModel()->selectedRows())
        rows << index.row();
    std::ranges::sort(rows);
    for (int row = 0; selectionModel()->selectedRows().isEmpty() && row < sorted_->rowCount(); ++row)
        rows << row;
    QStringList heading, rule;
    QString columns;
    for (const int c : shownColumns()) {
        const QVariant alignment = sorted_->headerData(c, Qt::Horizontal, Qt::TextAlignmentRole);
        heading << sorted_->headerData(c, Qt::Horizontal, Qt::DisplayRole).toString();
        rule << QStringLiteral("---");
        columns += alignment.toInt() & Qt::AlignRight ? QChar('r') : QChar('l');
    }
    QString all = lineOf(heading, form);
    if (form == Form::Markdown) all += lineOf(rule, form);
    if (form == Form::Latex) all = QStringLiteral("\\begin{tabular}{%1}\n\\hline\n").arg(columns) + all + "\\hline\n";
    for (const int row : rows)
        all += lineOf(shownCells(row), form);
    return form == Form::Latex ? all + QStringLiteral("\\hline\n\\end{tabular}\n") : all;
}

QList<int> ExperimentTable::shownColumns() const {
    QList<int> columns;
    for (int c = 0; c < sorted_->columnCount(); ++c)
        if (!isColumnHidden(c)) columns << c;
    return columns;
}

QStringList ExperimentTable::shownCells(int row) const {
    QStringList cells;
    for (const int c : shownColumns())
        cells << sorted_->index(row, c).data().toString();
    return cells;
}

void ExperimentTable::copy(Form form) const { QApplication::clipboard()->setText(text(form)); }

void ExperimentTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return copy(Form::Tabs);
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentRow() >= 0)
        return void(emit rowActivated(currentRow()));
    QTableView::keyPressEvent(event);
}

void ExperimentTable::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(tr("Copy"), QKeySequence::Copy, this, [this] { copy(Form::Tabs); });
    menu.addAction(tr("Copy as CSV"), this, [this] { copy(Form::Csv); });
    menu.addAction(tr("Copy as Markdown"), this, [this] { copy(Form::Markdown); });
    menu.addAction(tr("Copy as LaTeX"), this, [this] { copy(Form::Latex); });
    menu.exec(event->globalPos());
}

} // namespace lightbench
