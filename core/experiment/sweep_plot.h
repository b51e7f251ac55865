// What a plot shows of a sweep.
#pragma once

#include <vector>

#include "core/experiment/plot.h"
#include "core/experiment/row.h"

namespace lightbench {

/// Times of right results over the last axis whose values are several numbers (else the last axis, value by value),
/// one line for each combination of the others. `rows` has one for each point.
Plot sweepPlot(const Sweep& sweep, const std::vector<PointRow>& rows);

} // namespace lightbench
