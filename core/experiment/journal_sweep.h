// The experiment that a journal's rows are of: its axes and points, as if they had been asked for now.
#pragma once

#include <vector>

#include "core/experiment/row.h"

namespace lightbench {

struct JournalSweep {
    Sweep sweep;                ///< not every combination of its axes need be among its points
    std::vector<PointRow> rows; ///< one for each point
    std::size_t others = 0;     ///< rows of the journal that are of something else
};

/// Of the rows those that belong to the last one: of the same axes, stack, image and format, as far as no axis varies
/// them; of several of one point the last that has a time, else the last. Throws Error if a row's stack or axes cannot
/// be read, Error(Input) if there is no row.
JournalSweep lastSweepOf(const std::vector<PointRow>& rows);

} // namespace lightbench
