// Traces a difference of the whole chain back to the rounding that later stages made large. Each stage is then within
// its tolerance on its own input, so no kernel is wrong. The Truth panel and the command line show it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/run/report.h"

namespace lightbench {

struct GrownDifference {
    int stage = 0;             ///< whose small differences grew: its index in the stack
    std::string filter;        ///< of that stage
    std::uint64_t samples = 0; ///< that differ there, each within the tolerance
    std::string grownBy;       ///< "floyd-steinberg (stage 2)", or "stages 2 to 4"
    Point mismatch;            ///< the first of the whole chain
    /// The stage's nearest difference that can reach it: the last one before it in reading order, unless later stages
    /// look at a window only. Nothing if the sizes differ.
    std::optional<Point> cause{};
};

/// True if the whole chain differs beyond its tolerance although no stage does.
bool hasGrown(const Report& report);
/// Nothing unless hasGrown(), or if the report has no images.
std::optional<GrownDifference> grownDifference(const Report& report);
/// Without the cause: "gaussian (stage 1) rounds 24 samples otherwise than its reference, and ... makes that large".
std::string grownText(const GrownDifference& grown);

} // namespace lightbench
