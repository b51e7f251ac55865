// A pass whose work-items make several rows of a run of neighbouring pixels by the rule of a border: the host's side of
// kernels/bordered_runs.clh.
#pragma once

#include "core/filter/filter.h"
#include "core/filter/plan.h"

namespace lightbench {

/// From the input to the output, in the input's format; the kernel takes src, dst, width and height, and the defines
/// LANES, ALIGNED, ROWS (`rows` on CPUs, half of that elsewhere) and BORDER (replicate where the filter has no such
/// parameter). `operations` is for the caller to add.
KernelPass runPass(const PlanRequest& request, std::string kernel, int rows);

/// What such passes take best.
ChoiceTable runChoices();

/// Of variants that bring along other filters' plans, whose passes have workgroups of their own: a few sizes, and not
/// the driver's choice, which would be made for those passes too where they are of single work-items.
WorkgroupRule composedWorkgroups();

} // namespace lightbench
