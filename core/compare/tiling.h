// Which pixels of a stage's result a workgroup and a work-item of its kernels stand for.
#pragma once

#include <string>
#include <vector>

#include "core/filter/workgroup.h"
#include "core/run/report.h"

namespace lightbench {

/// A grid of tiles from the origin on, a workgroup each.
struct Tiling {
    std::string kernel;
    Workgroup local;
    Size tile;    ///< pixels; as large as the image where one workgroup goes all the way
    Size perItem; ///< pixels of a work-item where the tile is a whole number of them, else 1: along x a vector's width
    bool operator==(const Tiling&) const = default;
};

/// Of each kernel of a stage whose grid follows from its sizes, equal ones once; the last kernel, which writes the
/// result, first. A report does not say what a workgroup writes: the tile is the roundest one that gives the kernel's
/// number of groups. Kernels that cover the image as a line of samples have none.
std::vector<Tiling> tilingsOf(const StageReport& stage);
/// The grid of a workgroup with a pixel a work-item.
Tiling plainTiling(Workgroup workgroup);

} // namespace lightbench
