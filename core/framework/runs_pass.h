// Passes whose output sample depends on one input sample, processed in runs of neighbouring samples
// (kernels/point/point_runs.clh). Point filters use them, and the pass behind every filter for its region and mix.
#pragma once

#include <string>

#include "core/framework/plan.h"

namespace lightbench {

/// The samples per work-item on a CPU: as many as its vectors have floats (OpenCL vector types), or as many as fill a
/// vector (kernels/windows/wide_runs.clh).
enum class RunWidth { Floats, Samples };

/// A pass with one work-item per run of samples; the output has the input's shape. `operations` are per sample.
KernelPass runsPass(const PlanRequest& request, std::string kernel, int operations, RunWidth width = RunWidth::Floats);
} // namespace lightbench
