// Finds low and high order statistics of float images exactly, for auto-levels and otsu: each colour channel without
// its darkest and lightest samples. The kernels in kernels/counting/float_ends/ count 16 bits at a time, in two passes.
#pragma once

#include <cstdint>

#include "core/framework/plan.h"

namespace lightbench {

/// The finite sample of a channel with `skippedLow` samples below it, and the one with `skippedHigh` above it (order of
/// core/image/sample_order.h). NaN if there are too few samples.
struct FloatEnds {
    float low = 0, high = 0;
    /// True if the range is not empty; false with a NaN.
    bool isRange() const { return high > low; }
};
FloatEnds floatEnds(const Image& input, int channel, std::uint32_t skippedLow, std::uint32_t skippedHigh);

/// Adds passes with one-dimensional workgroups that find them; returns the buffer that kernels/counting/float_ends.clh
/// reads. Its tuning parameters are TableTuning (core/filters/counting/histogram_luts.h).
BufferRef addFloatEnds(Plan& plan, const PlanRequest& request, std::uint32_t skippedLow, std::uint32_t skippedHigh);

} // namespace lightbench
