// Prefix-sum and integral plans for CPUs that work in strips. It is the host side of kernels/scans/scan_strips.clh.
#pragma once

#include "core/filters/scans/line_sums.h"

namespace lightbench {

/// The plan of prefix-sum's variant `strips`: one strip of rows per work-item, or one block of columns if sums run
/// along columns. One pass.
Plan stripLinesPlan(const PlanRequest& request, const LineSums& lines);
/// The plan for integral: column sums of each strip, from these the row above each strip, then each strip from end to
/// end. For integers the strip's own work-item sums the row above. Small integer images take one launch, in which a
/// strip's work-item adds everything above it.
Plan stripIntegralPlan(const PlanRequest& request, Format sums);

} // namespace lightbench
