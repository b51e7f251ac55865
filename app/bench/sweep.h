// Sweeps: the points of axes, measured on a terminal.
#pragma once

#include "app/bench/experiment_run.h"
#include "core/experiment/point.h"

namespace lightbench {

/// Measures them all, prints which were fastest, and adds stack, axes and points to the report. Gives the rows.
std::vector<PointRow> runSweep(const Sweep& sweep, const ExperimentSettings& settings, ExperimentFiles& files,
                               Console& console, bool quiet);

} // namespace lightbench
