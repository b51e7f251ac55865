// A GPU variant of resize for halving both sides, where output pixels are means of pairs along each axis. It is the
// host side of kernels/geometry/resize/halving.cl.
#pragma once

#include "core/framework/plan.h"

namespace lightbench {

/// True if resizing the request's image to `to` is such a halving: method area, even sides.
bool resizesToHalves(const PlanRequest& request, Size to);
Plan resizeHalvesPlan(const PlanRequest& request, Size to);

} // namespace lightbench
