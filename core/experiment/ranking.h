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
/// One for each point; `rows` has as many.
std::vector<PointStatus> statusesOf(const std::vector<ExperimentPoint>& points, const std::vector<PointRow>& rows);
/// Why a point has no time or does not compete; empty for all others.
std::string reasonOf(const PointRow& row);
/// For each setting that several points share: the winner, its ties, what was wrong, how many have no time. Names the
/// devices where there are several.
std::string fastestText(const std::vector<ExperimentPoint>& points, const std::vector<PointRow>& rows);
/// Whether the points are on more than one device.
bool onSeveralDevices(const std::vector<ExperimentPoint>& points);

} // namespace lightbench
