// The moves of pixels along the axes in crop, flip, pad and the half turn of rotate-90. Every output pixel is an input
// pixel or a fixed colour.
#pragma once

#include <vector>

#include "core/framework/border.h"
#include "core/framework/filter.h"

namespace lightbench {

/// Output position i reads input position start + step i; step is 1 or -1.
struct AxisMove {
    int start = 0;
    int step = 1;
};

/// Defines where the output pixels come from. The border mode applies outside the input; with Border::Constant the
/// pixel is `outside`: one sample per channel in the image's format.
struct PixelMove {
    ImageShape result;
    AxisMove x, y;
    Border border = Border::Replicate;
    std::vector<std::byte> outside{};
};

/// The CPU reference.
Image movedPixels(const Image& input, const PixelMove& move);
/// A plan with a kernel of kernels/geometry/pixel_moves/: a work-item writes 16 bytes, or a segment of a row on CPUs.
Plan pixelMovePlan(const PlanRequest& request, const PixelMove& move);

} // namespace lightbench
