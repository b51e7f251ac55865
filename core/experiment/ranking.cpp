// Groups of points that ask for the same result, and the fastest of each.
#include "core/experiment/ranking.h"

#include <algorithm>

#include "core/image/bench_image.h"
#include "core/run/stack_text.h"

namespace lightbench {

namespace {
/// What two points share that differ in variant, workgroup and device only.
std::string sharedBy(const ExperimentPoint& point) {
    Stack stack = point.stack;
    for (Stage& stage : stack) {
        stage.variant = "auto";
        stage.workgroup.reset();
    }
    return stackLine(stack) + ", " + point.image + " " + sizeText(point.size) + " " + formatText(point.format);
}

std::vector<Ranking> grouped(const std::vector<ExperimentPoint>& points) {
    std::vector<Ranking> groups;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const std::string name = sharedBy(points[i]);
        auto found = std::ranges::find(groups, name, &Ranking::name);
        if (found == groups.end()) found = groups.insert(found, {name, {}, {}});
        found->members.push_back(i);
    }
    return groups;
}

/// The fastest of those that compete; null if none does.
const PointRow* fastestOf(const std::vector<std::size_t>& members, const std::vector<PointRow>& rows) {
    const PointRow* best = nullptr;
    for (std::size_t i : members)
        if (rows[i].hasTime() && !rows[i].differs() && (!best || rows[i].spanUs.median < best->spanUs.median))
            best = &rows[i];
    return best;
}

PointStatus statusOf(const PointRow& row, const PointRow* best) {
    if (!row.hasTime()) return PointStatus::NotRun;
    if (row.differs()) return PointStatus::Dropped;
    if (&row == best) return PointStatus::Winner;
    return row.spanUs.lowerQuartile <= best->spanUs.upperQuartile ? PointStatus::Tie : PointStatus::Slower;
}
} // namespace

std::string statusName(PointStatus status) {
    switch (status) {
    case PointStatus::Winner: return "winner";
    case PointStatus::Tie: return "tie";
    case PointStatus::Slower: return "slower";
    case PointStatus::Dropped: return "dropped";
    case PointStatus::NotRun: break;
    }
    return "not run";
}

std::vector<std::size_t> Ranking::those(PointStatus status) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < members.size(); ++i)
        if (statuses[i] == status) found.push_back(members[i]);
    return found;
}

std::vector<Ranking> rankingsOf(const std::vector<ExperimentPoint>& points, const std::vector<PointRow>& rows) {
    std::vector<Ranking> rankings = grouped(points);
    for (Ranking& ranking : rankings) {
        const PointRow* best = fastestOf(ranking.members, rows);
        for (std::size_t i : ranking.members)
            ranking.statuses.push_back(statusOf(rows[i], best));
    }
    return rankings;
}

std::vector<PointStatus> statusesOf(const std::vector<ExperimentPoint>& points, const std::vector<PointRow>& rows) {
    std::vector<PointStatus> statuses(points.size(), PointStatus::NotRun);
    for (const Ranking& ranking : rankingsOf(points, rows))
        for (std::size_t i = 0; i < ranking.members.size(); ++i)
            statuses[ranking.members[i]] = ranking.statuses[i];
    return statuses;
}

} // namespace lightbench
