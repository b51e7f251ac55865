// How a point stands among those that ask for the same result.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lightbench {

enum class PointStatus {
    NotRun,   ///< it has no time
    Winner,   ///< preferred among those that are not shown to be slower than the best
    Tie,      ///< not shown to be slower than the best
    Slower,   ///< right, and slower
    Dropped,  ///< it ran, but its result differs from the reference
    NotRaced, ///< it has a time, and was measured by itself
};

/// As reports name it: "not run", "winner", "tie", "slower", "dropped" or "not raced".
std::string statusName(PointStatus status);
/// Nothing if no status is called so.
std::optional<PointStatus> statusNamed(std::string_view name);

} // namespace lightbench
