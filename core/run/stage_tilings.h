// Derives from a run report which pixels each workgroup and work-item of a stage covers: from the sizes of its
// launches, not from what its kernels say. Checks, the Truth panel and the result view use it.
#pragma once

#include <vector>

#include "core/compare/tiling.h"
#include "core/run/report.h"

namespace lightbench {

/// The grids of a stage's kernels, as far as the launch sizes determine them, without duplicates. The last kernel comes
/// first, because it writes the result. A report does not record what a workgroup writes, so the tile is guessed from
/// the sizes that give the kernel's number of groups. A multiple of the workgroup is preferred, then the size that the
/// largest power of two divides. Kernels that treat the image as a line of samples have no grid.
/// A stage that computes a part of its image has none either, because its grids begin at the part.
std::vector<Tiling> tilingsOf(const StageReport& stage);

} // namespace lightbench
