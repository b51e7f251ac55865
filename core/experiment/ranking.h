// Points that ask for the same result, and how they stand: for each setting of the other axes one winner and its ties.
// A wrong result never competes.
#pragma once

#include <string>
#include <vector>

#include "core/experiment/row.h"

namespace lightbench {

/// Points that ask for the same result and differ in variant, workgroup and device only.
struct Ranking {
    std::string name;                  ///< what they share, such as "gaussian sigma=2, random 640x480 u8"
    std::vector<std::size_t> members;  ///< indices of points, in their order
    std::vector<PointStatus> statuses; ///< of the members
    /// The members of one status, as indices of points.
    std::vector<std::size_t> those(PointStatus status) const;
};

/// The indices of points that ask for the same result, groups in the order of their first points.
std::vector<std::vector<std::size_t>> groupsOf(const std::vector<ExperimentPoint>& points);
/// `rows` has one for each point. The rankings are in the order of their first points.
std::vector<Ranking> rankingsOf(const std::vector<ExperimentPoint>& points, const std::vector<PointRow>& rows);
/// For people, for each ranking of several points: the winner, its ties, what was wrong, how many have no time. Names
/// the devices where there are several.
std::string rankingText(const std::vector<ExperimentPoint>& points, const std::vector<PointRow>& rows);

} // namespace lightbench
