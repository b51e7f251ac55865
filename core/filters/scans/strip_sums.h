// Prefix-sum and integral plans for CPUs that work in strips. It is the host side of kernels/scans/strip_sums.clh.
#pragma once

#include "core/filters/scans/line_sums.h"

namespace lightbench {

/// The plan of prefix-sum's variant `strips`: one strip of rows per work-item, or one block of columns if sums run
/// along columns. One pass.
Plan stripLinesPlan(const PlanRequest& request, const LineSums& lines);
/// The plan for integral in three steps: sum the columns of each strip, add these sums to get the row above each strip,
/// then integrate each strip. For integers, step 2 is part of step 3. Small integer images need a single launch: each
/// work-item sums everything above its strip.
Plan stripIntegralPlan(const PlanRequest& request, Format sums);

} // namespace lightbench
