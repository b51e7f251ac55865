// Derives from a run report which pixels each workgroup and work-item of a stage covers. Explanations test for seams
// along these tiles, and the result view draws them.
#pragma once

#include <string>
#include <vector>

#include "core/framework/workgroup.h"
#include "core/run/report.h"

namespace lightbench {

/// A grid of tiles that starts at the image's origin, one workgroup per tile.
struct Tiling {
    std::string kernel;
    Workgroup local;
    Size tile; ///< pixels; the image's size where one workgroup spans it
    /// Pixels per work-item if the tile is a whole multiple, otherwise 1; along x it is the vector width.
    Size perItem;
    bool operator==(const Tiling&) const = default;
};

/// One grid for each kernel of a stage whose grid follows from its sizes, without duplicates. The last kernel, which
/// writes the result, comes first. A report does not record what a workgroup writes, so the tile is the roundest one
/// that gives the kernel's number of groups. Kernels that treat the image as a line of samples have no grid.
std::vector<Tiling> tilingsOf(const StageReport& stage);
/// The grid of a workgroup with one pixel per work-item.
Tiling plainTiling(Workgroup workgroup);

} // namespace lightbench
