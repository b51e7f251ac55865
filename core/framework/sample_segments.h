// The host side of kernels/prelude/sample_segments.clh: plans the pass of a kernel that maps sample by sample, in
// segments of neighbouring samples. Point filters use it (core/filters/point/point_filter.h), and so does the pass
// behind every filter for its region and mix.
#pragma once

#include "core/framework/plan.h"

namespace lightbench {

/// The samples in a segment on a CPU. Floats: 16, as many as an OpenCL vector type has floats. Samples: as many as fill
/// a vector register (kernels/prelude/segments.clh).
enum class SegmentWidth { Floats, Samples };

/// A pass whose work-items each map one segment of samples (SEGMENTS segments on a CPU); the output has the input's
/// shape. `operations` are per sample.
KernelPass sampleSegmentsPass(const PlanRequest& request, KernelName name, int operations,
                              SegmentWidth width = SegmentWidth::Floats);
} // namespace lightbench
