// The plot of a sweep: which kind shows it, what lies on its axes, and a mark for each of its points.
#pragma once

#include <vector>

#include "core/experiment/against.h"
#include "core/experiment/row.h"
#include "core/plot/plot.h"

namespace lightbench {

Standing standingOf(const PointRow& row);

/// `rows` has one for each point, `changes` too, or is empty. Of two axes of parameters (or sizes, or images) with
/// variants, workgroups or devices: a crossover map. With an axis of numbers: curves over the last of those, one for
/// each combination of the others. Of workgroups alone that are areas: a map. Else bars.
Plot sweepPlot(const Sweep& sweep, const std::vector<PointRow>& rows, const std::vector<RowChange>& changes = {});

/// "16 × 8", "64", "auto" of what is written "16x8", "64", "auto".
std::string workgroupWords(const std::string& text);

} // namespace lightbench
