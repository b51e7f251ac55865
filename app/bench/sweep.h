// Sweeps: the points of an experiment from its axes, measured and plotted.
#pragma once

#include "app/bench/options.h"
#include "core/experiment/experiment_report.h"
#include "core/experiment/plot.h"

namespace lightbench {

OptionSpec axisOption();
/// The axes that --axis gives. Throws Error(Usage).
std::vector<Axis> axesOf(const Arguments& arguments, const Stack& stack, Console& console);
/// `base` with every combination of the axes' values.
Sweep sweepOf(const ExperimentPoint& base, std::vector<Axis> axes);
/// Times of right results over the last axis that has several numbers as values (else the last axis), one line for each
/// combination of the others.
Plot sweepPlot(const Sweep& sweep, const std::vector<PointRow>& rows);
/// Measures them all, prints which were fastest, and adds stack, axes and points to the report; gives the exit code.
int runSweep(const Sweep& sweep, const PointOptions& options, Journal& journal, Console& console, bool quiet,
             std::vector<PointRow>* rows = nullptr);

} // namespace lightbench
