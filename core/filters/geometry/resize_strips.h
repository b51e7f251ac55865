// resize on CPUs: both passes in one launch.
#pragma once

#include "core/filter/filter.h"
#include "core/filter/plan.h"

namespace lightbench {

/// Both passes of resizing the request's image to `to` in one; `to` and the input have the same format.
Plan resizeStripsPlan(const PlanRequest& request, Size to);
/// A work-item makes much: few to a workgroup.
WorkgroupRule resizeStripsWorkgroups();

} // namespace lightbench
