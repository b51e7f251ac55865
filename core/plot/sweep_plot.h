// Makes the plot of an experiment from its rows: chooses the kind, the axes and one mark per point. The Experiment tab
// and the command line use it.
#pragma once

#include <vector>

#include "core/experiment/journal_comparison.h"
#include "core/experiment/row.h"
#include "core/plot/plot.h"

namespace lightbench {

MarkStatus markStatusOf(const PointRow& row);

/// `rows` has one entry per point, and so has `changes` unless it is empty. Two parameter, size or image axes with
/// variants, workgroups or devices give a crossover map. A numeric axis gives curves over the last such axis, one per
/// combination of the others. Area workgroups alone give a map; everything else gives bars.
Plot sweepPlot(const Sweep& sweep, const std::vector<PointRow>& rows, const std::vector<RowChange>& changes = {});

/// "16 × 8", "64", "auto" for the texts "16x8", "64", "auto".
std::string workgroupWords(const std::string& text);

} // namespace lightbench
