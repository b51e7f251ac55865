// Derives from a run report which pixels each workgroup and work-item of a stage covers. Checks, the Truth panel and
// the result view use it.
#pragma once

#include <vector>

#include "core/compare/tiling.h"
#include "core/run/report.h"

namespace lightbench {

/// One grid for each kernel of a stage whose grid follows from its sizes, without duplicates. The last kernel, which
/// writes the result, comes first. A report does not record what a workgroup writes, so the tile is the roundest one
/// that gives the kernel's number of groups. Kernels that treat the image as a line of samples have no grid.
std::vector<Tiling> tilingsOf(const StageReport& stage);

} // namespace lightbench
