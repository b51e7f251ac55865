// Formats rankings for a terminal.
#include "core/experiment/ranking.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/run/stack_text.h"
#include "core/sample_images/bench_image.h"

namespace lightbench {

std::vector<std::size_t> membersWith(const PointGroup& group, PointStatus status, const std::vector<PointRow>& rows) {
    std::vector<std::size_t> found;
    std::ranges::copy_if(group.members, std::back_inserter(found),
                         [&](std::size_t i) { return rows[i].status == status; });
    return found;
}

namespace {
std::string candidate(const ExperimentPoint& point, const PointRow& row, bool devices) {
    return "variant=" + row.variant + " workgroup=" + row.workgroup +
           (devices ? " on " + std::to_string(point.device) + " " + row.device : "") + " (" +
           threeDigits(row.spanUs.median / 1000) + " ms" +
           (row.status == PointStatus::Tie && row.ratioLower > 0
                ? ", " + threeDigits(row.ratioLower) + " to " + threeDigits(row.ratioUpper) + " times the fastest"
                : "") +
           ")";
}

/// A line about the point with driver-chosen workgroups, if another one wins.
std::string driversText(const PointRow& row) {
    if (row.workgroup != workgroupText(driverChosenWorkgroup) || row.status == PointStatus::Winner || row.ratio <= 0)
        return {};
    return "  with workgroups that the driver chooses, variant=" + row.variant + " takes " + threeDigits(row.ratio) +
           " times the fastest\n";
}
} // namespace

std::string rankingText(const std::vector<ExperimentPoint>& points, const std::vector<PointRow>& rows) {
    const bool devices = devicesOf(points).size() > 1;
    std::string text;
    for (const PointGroup& group : pointGroups(points)) {
        if (group.members.size() < 2) continue;
        const auto line = [&](const char* what, PointStatus status, bool undecided = false) {
            std::vector<std::string> names;
            for (std::size_t i : membersWith(group, status, rows))
                if (const std::string name = candidate(points[i], rows[i], devices);
                    isUndecided(rows[i]) == undecided &&
                    std::ranges::find(names, name) == names.end()) // `auto` and the variant that it chose have one name
                    names.push_back(name);
            if (!names.empty()) text += std::string("  ") + what + joinWords(names, "and") + "\n";
        };
        text += group.name + "\n";
        line("fastest: ", PointStatus::Winner);
        line("as fast, within the noise: ", PointStatus::Tie);
        line("too few rounds to tell: ", PointStatus::Tie, true);
        if (const PointRow& first = rows[group.members.front()]; !first.ended.empty())
            text += "  the race ended: " + first.ended + "\n";
        for (std::size_t i : group.members)
            text += driversText(rows[i]);
        line("wrong results, which do not compete: ", PointStatus::Dropped);
        const std::size_t missing = membersWith(group, PointStatus::NotRun, rows).size();
        if (missing > 0)
            text += "  without a time: " + std::to_string(missing) + " of " + std::to_string(group.members.size()) +
                    " points\n";
    }
    return text;
}

} // namespace lightbench
