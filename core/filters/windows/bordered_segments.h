// The host side of kernels/prelude/bordered_segments.clh: plans passes over windows with a border mode. A work-item
// processes several rows of a segment of neighbouring pixels. Many window filters use it.
#pragma once

#include "core/framework/filter.h"
#include "core/framework/plan.h"

namespace lightbench {

/// A pass from input to output in the input's format; the kernel takes src, dst, width and height. Sets the defines
/// LANES, ALIGNED, ROWS (`rows` on CPUs, half of that elsewhere) and BORDER (replicate if the filter has no such
/// parameter). The caller adds `operations`.
KernelPass borderedSegmentsPass(const PlanRequest& request, KernelName name, int rows);

/// The measured choices for such passes.
ChoiceTable borderedSegmentsChoices();

/// Workgroups for variants that include other filters' plans, whose passes have workgroups of their own: a few sizes.
/// The driver's choice is not offered, since it would also apply to included passes of single work-items.
WorkgroupRule composedWorkgroups();

} // namespace lightbench
