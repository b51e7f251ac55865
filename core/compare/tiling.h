// A grid of tiles: which pixels each workgroup and work-item covers. Explanations test for seams along these tiles, and
// the result view draws them. core/run/stage_explanation.h derives the grids of a stage.
#pragma once

#include <string>

#include "core/framework/workgroup.h"
#include "core/image/image.h"

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

/// The grid of a workgroup with one pixel per work-item.
inline Tiling plainTiling(Workgroup workgroup) { return {{}, workgroup, {workgroup.x, workgroup.y}, {1, 1}}; }

} // namespace lightbench
