// Groups points that differ only in variant, workgroup and device.
#include "core/experiment/ranking.h"

#include <algorithm>

#include "core/run/stack_text.h"
#include "core/sample_images/bench_image.h"

namespace lightbench {

namespace {
/// The key of a group: all settings except variant, workgroup and device.
std::string sharedBy(const ExperimentPoint& point) {
    Stack stack = point.stack;
    for (Stage& stage : stack) {
        stage.variant = "auto";
        stage.workgroup.reset();
    }
    return stackLine(stack, point.filters) + ", " + point.image + " " + sizeText(point.size) + " " +
           formatText(point.format) + (point.racesWithinDevice ? ", device " + std::to_string(point.device) : "");
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
} // namespace

std::vector<std::size_t> Ranking::those(PointStatus status) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < members.size(); ++i)
        if (statuses[i] == status) found.push_back(members[i]);
    return found;
}

std::vector<std::vector<std::size_t>> groupsOf(const std::vector<ExperimentPoint>& points) {
    std::vector<std::vector<std::size_t>> groups;
    for (Ranking& ranking : grouped(points))
        groups.push_back(std::move(ranking.members));
    return groups;
}

std::vector<Ranking> rankingsOf(const std::vector<ExperimentPoint>& points, const std::vector<PointRow>& rows) {
    std::vector<Ranking> rankings = grouped(points);
    for (Ranking& ranking : rankings)
        for (std::size_t i : ranking.members)
            ranking.statuses.push_back(rows[i].status);
    return rankings;
}

} // namespace lightbench
