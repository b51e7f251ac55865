// Passes whose work-items process segments of neighbouring pixels at unaligned addresses: the host side of
// kernels/prelude/unaligned_segments.clh. Workgroups that are lines share the samples in their windows' margins.
#pragma once

#include <string>

#include "core/framework/plan.h"

namespace lightbench {

/// Pixels per segment: 8, or 4 for RGBA.
int unalignedSegment(Format format);
/// Adds the defines LANES, ALIGNED, UNALIGNED_WORDS and PACKED_16.
void addUnalignedSegments(KernelPass& pass, const PlanRequest& request);

/// The number of work-items at each end of a one-dimensional workgroup that only load samples for the windows of
/// others.
int helpers(const PlanRequest& request, int radius);
/// The number of such workgroups per row.
int linesAcross(const PlanRequest& request, int radius);
/// The reason if a workgroup would consist of such helpers only; otherwise empty.
std::string helpersProblem(Workgroup group, const PlanRequest& request, int radius);

} // namespace lightbench
