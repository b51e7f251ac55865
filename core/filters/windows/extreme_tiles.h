// Window minima and maxima on GPUs in one pass, for any window side and format: the host side of
// kernels/windows/window_maximum/tiles.cl. Morphology and the maximum filters use it.
#pragma once

#include "core/filters/windows/window_maximum_plans.h"
#include "core/framework/filter.h"

namespace lightbench {

/// The largest of 2, 4, 8 and 16 that is not above k: the number of neighbouring windows that share samples.
int sharingWindows(int k);

/// The only plan that finds both extremes together. The request's parameter `k` is the window's side; its workgroup is
/// one-dimensional.
Plan extremeTilesPlan(const MaximumOutput& use, const PlanRequest& request);
/// One-dimensional workgroups in which not every work-item serves only the windows' margin.
WorkgroupRule extremeTilesWorkgroups();
/// The workgroup that loads the fewest words; larger windows take longer ones.
Workgroup extremeTilesWorkgroup(const MaximumOutput& use, const PlanRequest& request);

} // namespace lightbench
