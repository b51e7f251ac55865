// Tells how the points of each group ended: one winner and its ties. A wrong result never competes. The command line
// and the Experiment tab show it.
#pragma once

#include <string>
#include <vector>

#include "core/experiment/row.h"

namespace lightbench {

/// The members of a group with this status; `rows` has one row per point.
std::vector<std::size_t> membersWith(const PointGroup& group, PointStatus status, const std::vector<PointRow>& rows);
/// For people: for each group of several points the winner, its ties, wrong results, and the number without a time.
/// Devices are named if there are several.
std::string rankingText(const std::vector<ExperimentPoint>& points, const std::vector<PointRow>& rows);

} // namespace lightbench
