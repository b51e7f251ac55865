// Measures all points of a sweep and shows progress on the terminal. The commands `sweep` and `experiment` use it.
#pragma once

#include "app/bench/experiment_run.h"
#include "core/experiment/point.h"

namespace lightbench {

/// Measures all points, prints the fastest ones, and adds stack, axes and points to the report. Returns one row per
/// point.
std::vector<PointRow> runSweep(const Sweep& sweep, const ExperimentSettings& settings, ExperimentFiles& files,
                               CommandContext& context, bool quiet);

} // namespace lightbench
