// resize on GPUs to half of both sides, where pixels are means of pairs along each axis.
#pragma once

#include "core/filter/plan.h"

namespace lightbench {

/// Whether resizing the request's image to `to` comes to that: by area, of even sides.
bool resizesToHalves(const PlanRequest& request, Size to);
Plan resizeHalvesPlan(const PlanRequest& request, Size to);

} // namespace lightbench
