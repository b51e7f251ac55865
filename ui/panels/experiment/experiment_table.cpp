#include "ui/panels/experiment/experiment_table.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QSortFilterProxyModel>

#include <algorithm>
#include <limits>

#include "core/base/text.h"
#include "core/plot/sweep_plot.h"
#include "ui/charts/experiment_chart.h"
#include "ui/controls/glossary_tip.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {
/// Sorts rows without a value last.
double orLast(double figure) { return figure > 0 ? figure : std::numeric_limits<double>::infinity(); }

QString between(double from, double to, QString (*text)(double)) {
    return to > 0 ? text(from) + QStringLiteral(" – ") + text(to) : QString();
}
} // namespace

ExperimentTable::ExperimentTable(QWidget* parent)
    : ResultTable(parent), model_(new ResultModel(
                               columns(), [this] { return int(rows_.size()); }, this)),
      sorted_(new QSortFilterProxyModel(this)) {
    sorted_->setSourceModel(model_);
    sorted_->setSortRole(ResultModel::SortRole);
    setModel(sorted_);
    setSortingEnabled(true);
    horizontalHeader()->setSortIndicatorClearable(true);
    sortByColumn(-1, Qt::AscendingOrder);
    horizontalHeader()->setStretchLastSection(true);
    setAccessibleName(tr("Points of the experiment"));
    setObjectName(QStringLiteral("experimentTable"));
    connect(this, &QAbstractItemView::activated, this,
            [this](const QModelIndex& index) { emit rowActivated(sorted_->mapToSource(index).row()); });
    connect(sorted_, &QAbstractItemModel::modelReset, this, &ExperimentTable::fitColumns);
    fitColumns();
}

/// In the order of Column.
std::vector<ResultColumn> ExperimentTable::columns() const {
    /// The text of a row that has a time; nothing of another.
    const auto timed = [this](QString (*text)(const PointRow&)) {
        return [this, text](int i) { return row(i).hasTime() ? text(row(i)) : QString(); };
    };
    const auto verdict = [](const PointRow& row) { return words(verdictName(row.verdict)); };
    const auto differs = [](const PointRow& row) {
        if (row.verdict == lightbench::Verdict::NotChecked) return QString();
        return row.mismatched > 0
                   ? tr("%1, at most by %2").arg(countText(quint64(row.mismatched)), words(threeDigits(row.maxAbs)))
                   : tr("nothing");
    };
    const auto variant = [this](int i) {
        const std::string& asked = sweep_.points[std::size_t(i)].stack.front().variant;
        return words(asked == "auto" && !row(i).variant.empty() ? "auto: " + row(i).variant : asked);
    };
    const auto workgroup = [this](int i) {
        const auto asked = sweep_.points[std::size_t(i)].stack.front().workgroup;
        if (asked) return words(workgroupWords(workgroupText(*asked)));
        if (row(i).workgroup.empty() || row(i).workgroup == "-") return tr("auto");
        return tr("auto: %1").arg(words(workgroupWords(row(i).workgroup)));
    };
    const auto workgroupKey = [this](int i) -> QVariant {
        const auto group = sweep_.points[std::size_t(i)].stack.front().workgroup;
        return group ? group->x * 100'000.0 + group->y : 0.0;
    };
    const auto before = [this](int i) {
        const RowChange* change = changeOf(i);
        return change && change->previousUs > 0 ? timeText(change->previousUs / 1000) : QString();
    };
    const auto status = [this](int i) { return words(statusWords(markStatusOf(row(i)), row(i).ratio)); };
    const auto reason = [this](int i) {
        const std::string why = explanationText(row(i));
        return words(why.empty() ? joined(row(i).warnings, "; ") : why);
    };
    const auto change = [this](int i) { return changeText(i); };
    const auto ratioKey = [this](int i) -> QVariant { return orLast(row(i).ratio); };
    std::vector<ResultColumn> all{
        {tr("Point"),
         withTerm(tr("The values of the axes other than variant and workgroup"), "point"),
         false,
         {},
         [this](int i) { return pointText(i); },
         [](int i) { return i; }}, // in the order of the axes
        {tr("Variant"), withTerm(tr("The implementation"), "variant"), false, {}, variant},
        {tr("Workgroup"), withTerm(tr("The workgroup size: width × height in work-items"), "workgroup"), false,
         "auto: 888 × 88", workgroup, workgroupKey},
        {tr("Race median"),
         withTerm(
             tr("Median of its times in the race, on the device. A winner may have a longer median than a tie: the "
                "ratio decides"),
             "median"),
         true, "8 888 ms", timed([](const PointRow& row) { return timeText(row.spanUs.median / 1000); }),
         [this](int i) { return orLast(row(i).hasTime() ? row(i).spanUs.median : 0); }},
        {tr("Interquartile range"), withTerm(tr("Half of its times lie in this interval"), "interquartile range"), true,
         "8.88 ms – 8.88 ms", timed([](const PointRow& row) {
             return between(row.spanUs.lowerQuartile / 1000, row.spanUs.upperQuartile / 1000, timeText);
         }),
         [this](int i) { return orLast(row(i).hasTime() ? row(i).spanUs.spread() : 0); }},
        {tr("Ratio"), withTerm(tr("Its time divided by the winner's, compared within each round"), "race"), true,
         "88.8 ×", timed([](const PointRow& row) { return row.ratio > 0 ? speedupText(row.ratio) : QString(); }),
         ratioKey},
        {tr("Ratio, sure"), withTerm(tr("The interval of that ratio"), "margin"), true, "0.888 × – 0.888 ×",
         timed([](const PointRow& row) { return between(row.ratioLower, row.ratioUpper, speedupText); }), ratioKey},
        {tr("Bandwidth"), withTerm(tr("The bytes that the plan must at least move, divided by the time"), "traffic"),
         true, "8.88 GB/s", timed([](const PointRow& row) { return rateText(row.gbPerS); }),
         [this](int i) { return row(i).gbPerS; }},
        {tr("Verdict"), withTerm(tr("Whether its result agrees with the CPU reference"), "verdict"), false,
         "within tolerance", timed(verdict)},
        {tr("Differs"),
         withTerm(tr("How many samples differ from the reference, and the largest difference"), "difference"), false,
         tr("%1, at most by %2").arg(QStringLiteral("88 888"), QStringLiteral("8.88")), timed(differs),
         [this](int i) { return row(i).hasTime() ? row(i).mismatched : -1; }},
        {tr("Before"), withTerm(tr("Its median time in the journal that you compare with"), "journal"), true,
         "8 888 ms", before, [this](int i) { return orLast(changeOf(i) ? changeOf(i)->previousUs : 0); }},
        {tr("Change"), withTerm(tr("Its time divided by the time before, and what else has changed since"), "journal"),
         false, "▲ slower 88.8 × (88.8 × – 88.8 ×)", change,
         [this](int i) { return orLast(changeOf(i) ? changeOf(i)->change.change.ratio : 0); }},
        {tr("Status"),
         withTerm(tr("Its place in the race. A tie means that it was not shown to be slower than the best"), "tie"),
         false, tr("? too few rounds"), status,
         [this](int i) { return int(row(i).status == PointStatus::NotRun ? PointStatus::NotRaced : row(i).status); }},
        {tr("Reason"),
         withTerm(tr("Why there is no time, or why to be careful with it"), "experiment"),
         false,
         {},
         reason}};
    for (int c = 0; c < ColumnCount; ++c)
        all[std::size_t(c)].look = [this, c, text = all[std::size_t(c)].text](int i, int role) -> QVariant {
            if (role == Qt::ToolTipRole) return c == Reason || c == Change ? text(i) : QString();
            if (role != Qt::ForegroundRole) return {};
            if (c == Status) return statusColour(markStatusOf(row(i)));
            return row(i).hasTime() && c < Reason ? QVariant() : QVariant(theme().textDim);
        };
    return all;
}

void ExperimentTable::setRows(const Sweep& sweep, const std::vector<PointRow>& rows,
                              const std::vector<RowChange>& changes) {
    const bool isSame = std::ranges::equal(rows, rows_, {}, pointKey, pointKey) && changes.size() == changes_.size();
    sweep_ = sweep;
    rows_ = rows;
    changes_ = changes;
    isSame ? model_->refreshCells() : model_->reset();
}

/// Such as "sigma 2", "sigma 2, size 512" or "1 PoCL".
QString ExperimentTable::pointText(int i) const {
    QStringList parts;
    for (std::size_t a = 0; a < sweep_.axes.size(); ++a) {
        const Axis& axis = sweep_.axes[a];
        const QString value = words(sweep_.points[std::size_t(i)].values[a]);
        if (axis.target.kind == AxisTarget::Device)
            parts << value + QChar(' ') + words(row(i).device);
        else if (axis.target.kind == AxisTarget::Parameter)
            parts << words(axis.target.parameter) + QChar(' ') + value;
        else if (axis.target.kind != AxisTarget::Variant && axis.target.kind != AxisTarget::Workgroup)
            parts << words(axis.name) + QChar(' ') + value;
    }
    return parts.join(QStringLiteral(", "));
}

/// Such as "▲ slower 1.08 × (1.02 × – 1.14 ×)" or "= the same", and other differences.
QString ExperimentTable::changeText(int i) const {
    if (!changeOf(i)) return {};
    const RowChange& change = *changeOf(i);
    const lightbench::Ratio& ratio = change.change.change;
    QString text = words(changeName(change.change.kind));
    if (change.change.kind == PointChange::Slower) text.prepend(QStringLiteral("▲ "));
    if (change.change.kind == PointChange::Faster) text.prepend(QStringLiteral("▼ "));
    if (change.change.kind == PointChange::Same) text.prepend(QStringLiteral("= "));
    if (change.change.kind != PointChange::Unknown) text += QChar(' ') + speedupText(ratio.ratio);
    if (change.change.kind != PointChange::Unknown && ratio.lower > 0)
        text += QStringLiteral(" (") + between(ratio.lower, ratio.upper, speedupText) + QChar(')');
    if (!change.differences.empty()) text += tr("; different: %1").arg(words(joinWords(change.differences, "and")));
    return text;
}

/// Whether the column has content for these points.
bool ExperimentTable::isNeeded(int column) const {
    if (column == Before || column == Change) return !changes_.empty();
    const bool areWorkgroups = isVaried(sweep_.axes, AxisTarget::Workgroup),
               areVariants = isVaried(sweep_.axes, AxisTarget::Variant);
    if (column == Point) return sweep_.axes.size() > std::size_t(areWorkgroups) + std::size_t(areVariants);
    return column != Variant || !areWorkgroups || areVariants;
}

void ExperimentTable::fitColumns() {
    for (int c = 0; c < Reason; ++c) { // the last one gets the rest
        int width = neededWidth(*this, model_->columns()[std::size_t(c)], fontMetrics());
        const bool isNames = c == Point || c == Variant;
        for (int row = 0; isNames && row < sorted_->rowCount(); ++row)
            width = std::max(width, fontMetrics().horizontalAdvance(sorted_->index(row, c).data().toString()));
        setColumnWidth(c, width + 20);
        setColumnHidden(c, !isNeeded(c));
    }
}

int ExperimentTable::currentRow() const {
    return currentIndex().isValid() ? sorted_->mapToSource(currentIndex()).row() : -1;
}

void ExperimentTable::setCurrentRow(int row) {
    if (row == currentRow()) return;
    const QModelIndex index = sorted_->mapFromSource(model_->index(row, 0));
    if (index.isValid()) setCurrentIndex(index);
}

void ExperimentTable::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QTableView::currentChanged(current, previous);
    if (current.isValid() && current.row() != previous.row()) emit currentRowChanged(currentRow());
}

void ExperimentTable::keyPressEvent(QKeyEvent* event) {
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentRow() >= 0)
        return void(emit rowActivated(currentRow()));
    ResultTable::keyPressEvent(event);
}

void ExperimentTable::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(tr("Copy"), QKeySequence::Copy, this, [this] { copy(); });
    menu.addAction(tr("Copy as CSV"), this, [this] { copy(Form::Csv); });
    menu.addAction(tr("Copy as Markdown"), this, [this] { copy(Form::Markdown); });
    menu.addAction(tr("Copy as LaTeX"), this, [this] { copy(Form::Latex); });
    menu.exec(event->globalPos());
}

} // namespace lightbench
