// Means in strips of whole vectors: the host's side of kernels/scans/box_strips.clh.
#pragma once

#include <cstdint>
#include <string>

#include "core/filter/plan.h"

namespace lightbench {

/// n / count as a product with `factor`, of which `bits` and `shift` bits more are shifted out, rounded to the nearest
/// by adding `half` to n before.
struct Reciprocal {
    std::uint32_t half, factor, shift;
};
/// For n < 2^32 by 32 bits (Granlund and Montgomery 1994): rounded up for the sums of 8-bit windows, which are small
/// enough for it to be exact, without a shift where that suffices, else down: the quotient may then be one too small.
Reciprocal reciprocalOf(std::uint32_t count, bool isSmall);

/// Makes the output from the input, for CPUs, by a work-item a workgroup; `operations` is for the caller to add.
KernelPass boxStripsPass(const PlanRequest& request, int k, const std::string& border);

} // namespace lightbench
