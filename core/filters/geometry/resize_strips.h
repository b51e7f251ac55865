// A CPU variant of resize that does both passes in one launch. It is the host side of
// kernels/geometry/resize/strips.cl.
#pragma once

#include "core/framework/filter.h"
#include "core/framework/plan.h"

namespace lightbench {

/// Resizes the request's image to `to` in one pass; `to` and the input have the same format.
Plan resizeStripsPlan(const PlanRequest& request, Size to);
/// Small workgroups only, since each work-item does much work.
WorkgroupRule resizeStripsWorkgroups();

} // namespace lightbench
