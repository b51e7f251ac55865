// Rebuilds the last experiment from the rows of its journal: axes and points, as if they had just been requested. The
// Experiment tab shows an opened journal this way.
#pragma once

#include <vector>

#include "core/experiment/row.h"

namespace lightbench {

struct JournalSweep {
    Sweep sweep;                ///< not every combination of its axes needs to be present
    std::vector<PointRow> rows; ///< one per point
    std::size_t others = 0;     ///< rows of the journal that belong to other experiments
};

/// Selects the rows of the last experiment: equal axes, and equal stack, image and format unless an axis varies them.
/// Of several rows for a point it takes the last with a time, else the last. Throws Error if a row's stack or axes
/// cannot be parsed, Error(Input) if there are no rows.
JournalSweep lastSweepOf(const std::vector<PointRow>& rows, const FilterCatalog& filters);

} // namespace lightbench
