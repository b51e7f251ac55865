// Ranks points with the same result: for each setting of the other axes, one winner and its ties. A wrong result never
// competes. The command line and the Experiment tab show the rankings.
#pragma once

#include <string>
#include <vector>

#include "core/experiment/row.h"

namespace lightbench {

/// Points with the same result that differ only in variant, workgroup and device.
struct Ranking {
    std::string name;                 ///< the shared settings, such as "gaussian sigma=2, random 640x480 u8"
    std::vector<std::size_t> members; ///< indices of points, in order
    /// The members with this status; `rows` has one row per point.
    std::vector<std::size_t> those(PointStatus status, const std::vector<PointRow>& rows) const;
};

/// Groups of points with the same result, as indices; groups are in the order of their first points.
std::vector<std::vector<std::size_t>> groupsOf(const std::vector<ExperimentPoint>& points);
/// The rankings are in the order of their first points.
std::vector<Ranking> rankingsOf(const std::vector<ExperimentPoint>& points);
/// For people: for each ranking of several points the winner, its ties, wrong results, and the number without a time.
/// Devices are named if there are several.
std::string rankingText(const std::vector<ExperimentPoint>& points, const std::vector<PointRow>& rows);

} // namespace lightbench
