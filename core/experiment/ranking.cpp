// Groups of points that ask for the same result, and the fastest of each.
#include "core/experiment/ranking.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/image/bench_image.h"
#include "core/run/stack_text.h"

namespace lightbench {

namespace {
/// What two points share that differ in variant, workgroup and device only.
std::string groupOf(const ExperimentPoint& point) {
    Stack stack = point.stack;
    for (Stage& stage : stack) {
        stage.variant = "auto";
        stage.workgroup.reset();
    }
    return stackLine(stack) + ", " + point.image + " " + std::to_string(point.size.width) + "x" +
           std::to_string(point.size.height) + " " + formatText(point.format);
}

struct Group {
    std::string name;
    std::vector<std::size_t> members; ///< indices of points
};

std::vector<Group> groupsOf(const std::vector<ExperimentPoint>& points) {
    std::vector<Group> groups;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const std::string name = groupOf(points[i]);
        auto found = std::ranges::find(groups, name, &Group::name);
        if (found == groups.end()) found = groups.insert(found, {name, {}});
        found->members.push_back(i);
    }
    return groups;
}

/// The fastest of those that compete; null if none does.
const PointRow* fastestOf(const Group& group, const std::vector<PointRow>& rows) {
    const PointRow* best = nullptr;
    for (std::size_t i : group.members)
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

std::string candidate(const ExperimentPoint& point, const PointRow& row, bool devices) {
    return "variant=" + row.variant + " workgroup=" + row.workgroup +
           (devices ? " on " + std::to_string(point.device) + " " + row.device : "") + " (" +
           threeDigits(row.spanUs.median / 1000) + " ms)";
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

std::vector<PointStatus> statusesOf(const std::vector<ExperimentPoint>& points, const std::vector<PointRow>& rows) {
    std::vector<PointStatus> statuses(points.size(), PointStatus::NotRun);
    for (const Group& group : groupsOf(points)) {
        const PointRow* best = fastestOf(group, rows);
        for (std::size_t i : group.members)
            statuses[i] = statusOf(rows[i], best);
    }
    return statuses;
}

std::string reasonOf(const PointRow& row) {
    if (!row.hasTime() || !row.differs()) return row.reason;
    return "its result differs from the reference: " + numberText(row.mismatched) + " samples, at most by " +
           threeDigits(row.maxAbs);
}

std::string fastestText(const std::vector<ExperimentPoint>& points, const std::vector<PointRow>& rows) {
    const std::vector<PointStatus> statuses = statusesOf(points, rows);
    const bool devices = onSeveralDevices(points);
    std::string text;
    for (const Group& group : groupsOf(points)) {
        if (group.members.size() < 2) continue;
        const auto those = [&](PointStatus status) {
            std::vector<std::string> names;
            for (std::size_t i : group.members)
                if (statuses[i] == status) names.push_back(candidate(points[i], rows[i], devices));
            return names;
        };
        const auto line = [&](const char* what, const std::vector<std::string>& names) {
            if (!names.empty()) text += std::string("  ") + what + joinWords(names, "and") + "\n";
        };
        text += group.name + "\n";
        line("fastest: ", those(PointStatus::Winner));
        line("as fast, within the noise: ", those(PointStatus::Tie));
        line("wrong results, which do not compete: ", those(PointStatus::Dropped));
        const std::size_t missing = those(PointStatus::NotRun).size();
        if (missing > 0)
            text += "  without a time: " + std::to_string(missing) + " of " + std::to_string(group.members.size()) +
                    " points\n";
    }
    return text;
}

bool onSeveralDevices(const std::vector<ExperimentPoint>& points) {
    return std::ranges::any_of(points,
                               [&](const ExperimentPoint& point) { return point.device != points.front().device; });
}

} // namespace lightbench
