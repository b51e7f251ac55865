// Passes whose output sample depends on one input sample, processed in segments (runs) of neighbouring samples
// (kernels/point/sample_runs.clh). Point filters use them, and the pass behind every filter for its region and mix.
#pragma once

#include <string>

#include "core/framework/plan.h"

namespace lightbench {

/// The samples in a segment on a CPU. Floats: 16, as many as an OpenCL vector type has floats. Samples: as many as fill
/// a vector register (kernels/point/register_runs.clh).
enum class RunWidth { Floats, Samples };

/// A pass whose work-items each map one segment of samples (RUNS segments on a CPU); the output has the input's shape.
/// `operations` are per sample.
KernelPass runsPass(const PlanRequest& request, std::string kernel, int operations, RunWidth width = RunWidth::Floats);
} // namespace lightbench
