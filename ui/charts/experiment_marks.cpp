// Marks from rows, and their words.
#include "ui/charts/experiment_marks.h"

#include <QCoreApplication>

#include <algorithm>

#include "ui/theme/theme.h"

namespace lightbench {

namespace {
QString tr(const char* text) { return QCoreApplication::translate("ExperimentMarks", text); }

ExperimentMark markOf(const ExperimentPoint& point, const PointRow& row, bool isWorkgroup) {
    ExperimentMark mark;
    const std::string value = point.values.empty() ? std::string() : point.values.front();
    mark.name = isWorkgroup ? workgroupWords(value) : QString::fromStdString(value);
    if (isWorkgroup) {
        mark.isAutomatic = value == "auto";
        mark.workgroup = parseWorkgroup(mark.isAutomatic && !row.workgroup.empty() ? row.workgroup : value);
    }
    mark.standing = standingOf(row);
    mark.reason = QString::fromStdString(reasonOf(row));
    if (!row.hasTime()) return mark;
    mark.medianMs = row.spanUs.median / 1000;
    mark.lowerMs = row.spanUs.lowerQuartile / 1000;
    mark.upperMs = row.spanUs.upperQuartile / 1000;
    mark.ratio = row.ratio;
    mark.ratioLower = row.ratioLower;
    mark.ratioUpper = row.ratioUpper;
    return mark;
}
} // namespace

Standing standingOf(const PointRow& row) {
    switch (row.status) {
    case PointStatus::Winner: return row.ended.empty() ? Standing::Leads : Standing::Winner;
    case PointStatus::Tie: return isUndecided(row) ? Standing::Open : Standing::Tie;
    case PointStatus::Slower: return Standing::Slower;
    case PointStatus::Dropped: return Standing::Wrong;
    case PointStatus::NotRaced:
    case PointStatus::NotRun: break;
    }
    if (row.hasTime() && row.differs()) return Standing::Wrong;
    if (row.hasTime()) return Standing::Open;
    return reasonOf(row).empty() && row.ended.empty() ? Standing::Waiting : Standing::NotRun;
}

QString standingText(Standing standing, double ratio) {
    switch (standing) {
    case Standing::Winner: return tr("✓ winner");
    case Standing::Leads: return tr("▸ leads");
    case Standing::Tie: return tr("= tie");
    case Standing::Open: return tr("? too few rounds");
    case Standing::Slower: return ratio > 0 ? tr("%1 slower").arg(speedupText(ratio)) : tr("slower");
    case Standing::Wrong: return tr("✗ wrong result");
    case Standing::NotRun: return tr("– not run");
    case Standing::Waiting: break;
    }
    return QStringLiteral("…");
}

QColor standingColour(Standing standing) {
    switch (standing) {
    case Standing::Winner:
    case Standing::Leads: return theme().good;
    case Standing::Tie: return theme().accent;
    case Standing::Wrong: return theme().bad;
    case Standing::Slower: return theme().text;
    default: return theme().textDim;
    }
}

QString markTip(const ExperimentMark& mark) {
    QStringList lines{mark.name + (mark.isAutomatic ? tr(" (auto)") : QString()) + QStringLiteral(": ") +
                      standingText(mark.standing, mark.ratio)};
    if (mark.hasTime())
        lines << tr("%1, half of its samples from %2 to %3")
                     .arg(timeText(mark.medianMs), timeText(mark.lowerMs), timeText(mark.upperMs));
    if (mark.ratioUpper > 0 && mark.standing != Standing::Winner && mark.standing != Standing::Leads)
        lines << tr("%1 the winner's time, for sure from %2 to %3")
                     .arg(speedupText(mark.ratio), speedupText(mark.ratioLower), speedupText(mark.ratioUpper));
    if (!mark.reason.isEmpty()) lines << mark.reason;
    return lines.join(QChar('\n'));
}

QString workgroupWords(const std::string& text) {
    return QString::fromStdString(text).replace(QChar('x'), QStringLiteral(" × "));
}

std::vector<ExperimentMark> marksOf(const std::vector<ExperimentPoint>& points, const std::vector<PointRow>& rows,
                                    bool areWorkgroups) {
    std::vector<ExperimentMark> marks;
    for (std::size_t i = 0; i < std::min(points.size(), rows.size()); ++i) {
        marks.push_back(markOf(points[i], rows[i], areWorkgroups));
        marks.back().row = marks.back().twin = i;
    }
    if (!areWorkgroups || marks.empty() || !marks.front().isAutomatic || !marks.front().workgroup) return marks;
    const ExperimentMark automatic = marks.front();
    const auto twin = std::find_if(marks.begin() + 1, marks.end(),
                                   [&](const ExperimentMark& one) { return one.workgroup == automatic.workgroup; });
    marks.front().name = workgroupWords(workgroupText(*automatic.workgroup));
    if (twin == marks.end()) return marks;
    twin->isAutomatic = true;
    twin->twin = automatic.row;
    marks.erase(marks.begin());
    return marks;
}

bool areAreas(const std::vector<ExperimentMark>& marks) {
    return std::ranges::any_of(marks, [](const ExperimentMark& one) { return one.workgroup && one.workgroup->y > 1; });
}

} // namespace lightbench
