// Formats the cells of the table.
#include "ui/panels/experiment/experiment_model.h"

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

bool isNumbers(int column) {
    return (column >= ExperimentModel::Time && column <= ExperimentModel::Rate) || column == ExperimentModel::Before;
}

QString between(double from, double to, QString (*text)(double)) {
    return to > 0 ? text(from) + QStringLiteral(" – ") + text(to) : QString();
}
} // namespace

void ExperimentModel::setRows(const Sweep& sweep, const std::vector<PointRow>& rows,
                              const std::vector<RowChange>& changes) {
    const bool isSame = std::ranges::equal(rows, rows_, {}, pointKey, pointKey) && changes.size() == changes_.size();
    if (!isSame) beginResetModel();
    sweep_ = sweep;
    rows_ = rows;
    changes_ = changes;
    if (!isSame) return endResetModel();
    if (!rows_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int ExperimentModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(rows_.size()); }

int ExperimentModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString ExperimentModel::text(std::size_t i, int column) const {
    const PointRow& row = rows_[i];
    const Stage& stage = sweep_.points[i].stack.front();
    const auto known = [&](const QString& text) { return row.hasTime() ? text : QString(); };
    switch (column) {
    case Point: return pointText(i);
    case Variant:
        return words(stage.variant == "auto" && !row.variant.empty() ? "auto: " + row.variant : stage.variant);
    case Workgroup: {
        if (stage.workgroup) return words(workgroupWords(workgroupText(*stage.workgroup)));
        if (row.workgroup.empty() || row.workgroup == "-") return tr("auto");
        return tr("auto: %1").arg(words(workgroupWords(row.workgroup)));
    }
    case Time: return known(timeText(row.spanUs.median / 1000));
    case Interval: return known(between(row.spanUs.lowerQuartile / 1000, row.spanUs.upperQuartile / 1000, timeText));
    case Ratio: return known(row.ratio > 0 ? speedupText(row.ratio) : QString());
    case RatioInterval: return known(between(row.ratioLower, row.ratioUpper, speedupText));
    case Rate: return known(rateText(row.gbPerS));
    case Verdict: return known(words(verdictName(row.verdict)));
    case Differs:
        if (!row.hasTime() || row.verdict == lightbench::Verdict::NotChecked) return {};
        return row.mismatched > 0
                   ? tr("%1, at most by %2").arg(countText(quint64(row.mismatched)), words(threeDigits(row.maxAbs)))
                   : tr("nothing");
    case Before:
        return i < changes_.size() && changes_[i].previousUs > 0 ? timeText(changes_[i].previousUs / 1000) : QString();
    case Change: return changeText(i);
    case Status: return words(statusWords(markStatusOf(row), row.ratio));
    case Reason: return words(reasonOf(row).empty() ? joined(row.warnings, "; ") : reasonOf(row));
    default: return {};
    }
}

/// Such as "sigma 2", "sigma 2, size 512" or "1 PoCL".
QString ExperimentModel::pointText(std::size_t i) const {
    QStringList parts;
    for (std::size_t a = 0; a < sweep_.axes.size(); ++a) {
        const Axis& axis = sweep_.axes[a];
        const QString value = words(sweep_.points[i].values[a]);
        if (axis.target.kind == AxisTarget::Device)
            parts << value + QChar(' ') + words(rows_[i].device);
        else if (axis.target.kind == AxisTarget::Parameter)
            parts << words(axis.target.parameter) + QChar(' ') + value;
        else if (axis.target.kind != AxisTarget::Variant && axis.target.kind != AxisTarget::Workgroup)
            parts << words(axis.name) + QChar(' ') + value;
    }
    return parts.join(QStringLiteral(", "));
}

/// Such as "▲ slower 1.08 × (1.02 × – 1.14 ×)" or "= the same", and other differences.
QString ExperimentModel::changeText(std::size_t i) const {
    if (i >= changes_.size()) return {};
    const RowChange& change = changes_[i];
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

bool ExperimentModel::isNeeded(Column column) const {
    if (column == Before || column == Change) return !changes_.empty();
    const bool areWorkgroups = isVaried(sweep_.axes, AxisTarget::Workgroup),
               areVariants = isVaried(sweep_.axes, AxisTarget::Variant);
    if (column == Point) return sweep_.axes.size() > std::size_t(areWorkgroups) + std::size_t(areVariants);
    return column != Variant || !areWorkgroups || areVariants;
}

QVariant ExperimentModel::sortKey(std::size_t i, int column) const {
    const PointRow& row = rows_[i];
    switch (column) {
    case Point: return int(i); // in the order of the axes
    case Differs: return row.hasTime() ? row.mismatched : -1;
    case Workgroup: {
        const auto group = sweep_.points[i].stack.front().workgroup;
        return group ? group->x * 100'000.0 + group->y : 0.0;
    }
    case Time: return orLast(row.hasTime() ? row.spanUs.median : 0);
    case Interval: return orLast(row.hasTime() ? row.spanUs.spread() : 0);
    case Ratio:
    case RatioInterval: return orLast(row.ratio);
    case Rate: return row.gbPerS;
    case Before: return orLast(i < changes_.size() ? changes_[i].previousUs : 0);
    case Change: return orLast(i < changes_.size() ? changes_[i].change.change.ratio : 0);
    case Status: return int(row.status == PointStatus::NotRun ? PointStatus::NotRaced : row.status);
    default: return text(i, column);
    }
}

QVariant ExperimentModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const auto row = std::size_t(index.row());
    const int column = index.column();
    const bool isNumber = isNumbers(column);
    switch (role) {
    case Qt::DisplayRole: return text(row, column);
    case Qt::ToolTipRole: return column == Reason || column == Change ? text(row, column) : QString();
    case SortRole: return sortKey(row, column);
    case Qt::TextAlignmentRole: return int((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ForegroundRole:
        if (column == Status) return statusColour(markStatusOf(rows_[row]));
        return rows_[row].hasTime() && column < Reason ? QVariant() : QVariant(theme().textDim);
    default: return {};
    }
}

QVariant ExperimentModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return int((isNumbers(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    static const char* const names[ColumnCount] = {QT_TR_NOOP("Point"),
                                                   QT_TR_NOOP("Variant"),
                                                   QT_TR_NOOP("Workgroup"),
                                                   QT_TR_NOOP("Race median"),
                                                   QT_TR_NOOP("Interquartile range"),
                                                   QT_TR_NOOP("Ratio"),
                                                   QT_TR_NOOP("Ratio, sure"),
                                                   QT_TR_NOOP("Bandwidth"),
                                                   QT_TR_NOOP("Verdict"),
                                                   QT_TR_NOOP("Differs"),
                                                   QT_TR_NOOP("Before"),
                                                   QT_TR_NOOP("Change"),
                                                   QT_TR_NOOP("Status"),
                                                   QT_TR_NOOP("Reason")};
    static const char* const tips[ColumnCount] = {
        QT_TR_NOOP("Its values of what is varied beside variant and workgroup"),
        QT_TR_NOOP("The implementation"),
        QT_TR_NOOP("Work-items that run together: width × height"),
        QT_TR_NOOP("Median of its times in the race, on the device. A winner may have a longer median than a tie: the "
                   "ratio decides"),
        QT_TR_NOOP("Half of its times lie in this interval"),
        QT_TR_NOOP("Its time over the winner's, compared within each round"),
        QT_TR_NOOP("The interval of that ratio"),
        QT_TR_NOOP("What the plan must move at least, over the time"),
        QT_TR_NOOP("Its result against the CPU reference"),
        QT_TR_NOOP("Samples that are not the reference's, and the largest difference"),
        QT_TR_NOOP("Median of its times in the journal that is compared with"),
        QT_TR_NOOP("Its time over that of before, and what else is different since"),
        QT_TR_NOOP("How it stands in the race: a tie is not shown to be slower than the best"),
        QT_TR_NOOP("Why there is no time, or why to be careful with it")};
    if (role == Qt::DisplayRole) return tr(names[section]);
    static const char* const terms[ColumnCount] = {
        "point",      "variant", "workgroup", "median", "interquartile range", "race", "margin", "traffic", "verdict",
        "difference", "journal", "journal",   "tie",    "experiment"};
    if (role == Qt::ToolTipRole) return withTerm(tr(tips[section]), QLatin1String(terms[section]));
    return {};
}

} // namespace lightbench
