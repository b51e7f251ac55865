// Plans of sums by strips, for CPUs (kernels/scans/scan_strips.clh).
#pragma once

#include "core/filters/scans/line_sums.h"

namespace lightbench {

/// prefix-sum's variant `strips`: a strip of rows a work-item, or, along columns, a block of columns. One pass.
Plan stripLinesPlan(const PlanRequest& request, const LineSums& lines);
/// integral's: the sums of the strips' columns, from them the row above each strip (of whole numbers by the strip's own
/// work-item), then each strip from end to end; of few whole numbers in one launch, where a strip's work-item adds up
/// all that is above it.
Plan stripIntegralPlan(const PlanRequest& request, Format sums);

} // namespace lightbench
