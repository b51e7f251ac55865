// The status of a point among those with the same result: winner, tie, slower, and so on. Rows, rankings and reports
// use it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lightbench {

enum class PointStatus {
    NotRun,   ///< it has no time
    Winner,   ///< preferred among the points not shown to be slower than the best
    Tie,      ///< not shown to be slower than the best
    Slower,   ///< right, and slower
    Dropped,  ///< it ran, but its result is wrong
    NotRaced, ///< it has a time, but was measured by itself
};

/// Its name in reports: "not run", "winner", "tie", "slower", "dropped" or "not raced".
std::string statusName(PointStatus status);
/// The status of that name; nothing if there is none.
std::optional<PointStatus> statusNamed(std::string_view name);

} // namespace lightbench
