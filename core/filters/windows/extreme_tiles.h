// Extremes of square windows for GPUs in one pass, whatever the window, the format and the width: the host's side of
// kernels/windows/maximum_tiles.clh.
#pragma once

#include "core/filter/filter.h"
#include "core/filters/windows/window_maximum_plans.h"

namespace lightbench {

/// The largest of 2, 4, 8 and 16 that is not above k: as many neighbouring windows have samples that all share.
int sharingWindows(int k);

/// The only plan that finds both extremes at once. The request's parameter `k` is the window's side; its workgroup is a
/// line.
Plan extremeTilesPlan(const MaximumUse& use, const PlanRequest& request);
/// Lines that have words of their own beside those that only windows reach into.
WorkgroupRule extremeTilesWorkgroups();
/// The line that loads the fewest words: longer ones for windows that reach further.
Workgroup extremeTilesWorkgroup(const MaximumUse& use, const PlanRequest& request);

} // namespace lightbench
