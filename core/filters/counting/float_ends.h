// Order statistics of float images: the least and the greatest samples of each colour channel but for so many at both
// ends, exact whatever the numbers are. kernels/counting/float_ends.cl finds them by counting twice 16 bits.
#pragma once

#include <cstdint>

#include "core/filter/plan.h"

namespace lightbench {

/// Of a channel's finite samples, in order (that of core/image/sample_order.h), the one behind `darkest` others and the
/// one before `lightest` others; NaN where there are not so many.
struct FloatEnds {
    float low = 0, high = 0;
    /// Whether there is anything between them; not so with a NaN.
    bool isRange() const { return high > low; }
};
FloatEnds floatEnds(const Image& input, int channel, std::uint32_t darkest, std::uint32_t lightest);

/// Adds the passes that find them, of workgroups in a line; gives the buffer that kernels/counting/float_ends.clh
/// reads. Takes the cut `table-items` of countedTableChoices().
BufferRef addFloatEnds(Plan& plan, const PlanRequest& request, std::uint32_t darkest, std::uint32_t lightest);

} // namespace lightbench
