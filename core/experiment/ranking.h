// Which of the measured points were fastest: for each setting of the other axes one winner and its ties. A wrong result
// never competes.
#pragma once

#include <string>
#include <vector>

#include "core/experiment/row.h"

namespace lightbench {

enum class PointStatus {
    Winner,  ///< the fastest right result among those that differ in variant, workgroup and device only
    Tie,     ///< within the winner's noise: its lower quartile is not above the winner's upper one
    Slower,  ///< right, and slower
    Dropped, ///< it ran, but its result differs from the reference
    NotRun,  ///< it has no time
};

/// As reports name it: "winner", "tie", "slower", "dropped" or "not run".
std::string statusName(PointStatus status);

/// Points that ask for the same result and differ in variant, workgroup and device only.
struct Ranking {
    std::string name;                  ///< what they share, such as "gaussian sigma=2, random 640x480 u8"
    std::vector<std::size_t> members;  ///< indices of points, in their order
    std::vector<PointStatus> statuses; ///< of the members
    /// The members of one status, as indices of points.
    std::vector<std::size_t> those(PointStatus status) const;
};

/// `rows` has one for each point. The rankings are in the order of their first points.
std::vector<Ranking> rankingsOf(const std::vector<ExperimentPoint>& points, const std::vector<PointRow>& rows);
/// For people, for each ranking of several points: the winner, its ties, what was wrong, how many have no time. Names
/// the devices where there are several.
std::string rankingText(const std::vector<ExperimentPoint>& points, const std::vector<PointRow>& rows);
/// One for each point.
std::vector<PointStatus> statusesOf(const std::vector<ExperimentPoint>& points, const std::vector<PointRow>& rows);

} // namespace lightbench
