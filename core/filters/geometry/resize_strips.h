// A CPU variant of resize that does both passes in one launch. It is the host side of
// kernels/geometry/resize_strips.clh.
#pragma once

#include "core/filter/filter.h"
#include "core/filter/plan.h"

namespace lightbench {

/// Resizes the request's image to `to` in one pass; `to` and the input have the same format.
Plan resizeStripsPlan(const PlanRequest& request, Size to);
/// Small workgroups only, since each work-item does much work.
WorkgroupRule resizeStripsWorkgroups();

} // namespace lightbench
