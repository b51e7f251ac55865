// Window means for CPUs in strips of whole vectors, for the filter box. It is the host side of
// kernels/scans/box/strips.cl.
#pragma once

#include <cstdint>
#include <string>

#include "core/framework/plan.h"

namespace lightbench {

/// Division n / count as a multiplication: `half` is added to n for rounding, then the product with `factor` is shifted
/// right by 32 and `shift` bits more. For sums of 16 bits it is shifted by 16 and `shift` bits.
struct Reciprocal {
    std::uint32_t half, factor, shift;
};
/// For n < 2^32 in 32 bits (Granlund and Montgomery 1994). For the small sums of 8-bit windows the factor is rounded
/// up, which is exact, and needs no shift if possible. Otherwise it is rounded down, and the quotient may be one too
/// small.
Reciprocal reciprocalOf(std::uint32_t count, bool isByteSum);

/// A pass for CPUs with one work-item per workgroup; the caller adds `operations`.
KernelPass boxStripsPass(const PlanRequest& request, int k, const std::string& border);

} // namespace lightbench
