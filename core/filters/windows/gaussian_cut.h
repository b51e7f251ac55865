// How gaussian's fused variant cuts an image into strips and steps, and the local memory that this takes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "core/filter/plan.h"

namespace lightbench::filters {

/// How gaussian_fused cuts the image up (kernels/windows/gaussian_fused.clh): strips of `strip` columns, `step` rows at
/// a time.
struct FusedCut {
    int strip = 0, step = 0, runX = 0, runY = 0, runV = 0, steps = 0;
    bool rolling = false; ///< no ring: a column's unfinished sums stay in registers
};

inline int padded(int floats) { return (floats + 27) / 32 * 32 + 4; }

inline std::uint64_t fusedLocalBytes(const FusedCut& cut, int radius) {
    const int lead = (radius + 3) / 4 * 4;
    const int lines = cut.step * padded((cut.strip + lead + radius + 3) / 4 * 4);
    if (cut.rolling) return std::uint64_t(2 * (lines + cut.step * padded(cut.strip))) * sizeof(float);
    const int ring = ((2 * radius + cut.step - 1) / cut.step + 1) * cut.step * padded(cut.strip);
    return std::uint64_t(lines + ring) * sizeof(float);
}

/// Steps of a workgroup of fused: of all ways to cut the strips into parts, the one that takes the fewest steps in a
/// row where a compute unit holds four workgroups, counting those that fill the ring first.
inline int fusedSteps(const FusedCut& cut, const PlanRequest& request, int radius) {
    const Size size = request.input.size;
    const int strips = (size.width + cut.strip - 1) / cut.strip * request.input.format.colourChannels();
    const int all = (size.height + cut.step - 1) / cut.step;
    const int lag = (2 * radius + cut.step - 1) / cut.step;
    const int atOnce = 4 * std::max(1, request.device.computeUnits);
    int best = all, fewest = std::numeric_limits<int>::max();
    for (int parts = 1; parts <= all; ++parts) {
        const int steps = (all + parts - 1) / parts;
        const int inARow = (strips * parts + atOnce - 1) / atOnce * (steps + lag);
        if (inARow < fewest) best = steps, fewest = inARow;
    }
    const int most = request.cut.at(cut.rolling ? "rolling-steps" : "steps");
    return most == 0 ? best : std::min(best, std::max(most, 4 * lag));
}

/// Whether registers hold the sums that a column has not finished, one work-item a column: where that is chosen and
/// fits.
inline bool rolls(const FusedCut& cut, const PlanRequest& request, int radius) {
    if (request.cut.at("rolling") == 0 || cut.strip < 64) return false;
    const auto most = std::uint64_t(request.cut.at("rolling-memory"));
    return fusedLocalBytes(cut, radius) <= std::min(request.device.localMemory, most);
}

inline FusedCut fusedCut(const PlanRequest& request, int radius) {
    FusedCut rolling{request.workgroup.items(), 16, 16, 16, 1, 0, true};
    if (rolls(rolling, request, radius)) {
        rolling.steps = fusedSteps(rolling, request, radius);
        return rolling;
    }
    FusedCut cut{128, 16, 16, request.cut.at("run-y"), request.cut.at("run-v"), 0, false};
    while (cut.strip > 16 && fusedLocalBytes(cut, radius) + 1024 > request.device.localMemory)
        cut.strip /= 2;
    cut.steps = fusedSteps(cut, request, radius);
    return cut;
}

} // namespace lightbench::filters
