// Measures the points of a sweep's axes on a terminal. The command `sweep` and the command line's `experiment` use it.
#pragma once

#include "app/bench/experiment_run.h"
#include "core/experiment/point.h"

namespace lightbench {

/// Measures all points, prints the fastest ones, and adds stack, axes and points to the report. Returns the rows.
std::vector<PointRow> runSweep(const Sweep& sweep, const ExperimentSettings& settings, ExperimentFiles& files,
                               Console& console, bool quiet);

} // namespace lightbench
