// Sweeps: the points of an experiment from its axes, and which of them were fastest.
#pragma once

#include "app/bench_options.h"
#include "core/axes.h"
#include "core/plot.h"

namespace lightbench {

OptionSpec axisOption();
/// The axes that --axis gives. Throws Error(Usage).
std::vector<Axis> axesOf(const Arguments& arguments, const Stack& stack, Session& session);
/// `base` with every combination of the axes' values.
std::vector<BenchPoint> sweepPoints(const BenchPoint& base, const std::vector<Axis>& axes);
/// For each setting of the other axes, the fastest variant and workgroup, and those within its noise.
std::string fastestText(const std::vector<BenchPoint>& points, const std::vector<BenchRow>& rows);
/// Times over the last axis that has several numbers as values (else the last axis), one line for each combination of
/// the others.
Plot sweepPlot(const std::vector<Axis>& axes, const std::vector<BenchPoint>& points, const std::vector<BenchRow>& rows);
/// Measures them all and prints which were fastest.
int runSweep(const std::vector<BenchPoint>& points, const PointOptions& options, BenchJournal& journal,
             Session& session, bool quiet, std::vector<BenchRow>* rows = nullptr);

} // namespace lightbench
