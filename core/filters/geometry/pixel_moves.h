// What flip, crop, pad and the half turn share: every pixel of the result is a pixel of the input, or one given colour;
// columns map to columns and rows to rows.
#pragma once

#include <vector>

#include "core/filter/border.h"
#include "core/filter/filter.h"

namespace lightbench {

/// Position i of the result is position start + step i of the input; step is 1 or -1.
struct AxisMove {
    int start = 0;
    int step = 1;
};

/// Where the pixels of the result come from. Beyond the input the border's rule holds; with Border::Constant the pixel
/// is `outside`: one sample a channel in the image's format.
struct PixelMove {
    ImageShape result;
    AxisMove x, y;
    Border border = Border::Replicate;
    std::vector<std::byte> outside{};
};

using MakePixelMove = PixelMove (*)(const ImageShape& input, const ParameterValues& parameters);

/// The CPU reference.
Image movedPixels(const Image& input, const PixelMove& move);
/// The plan: the kernel of kernels/geometry/pixel_moves.cl, 16 bytes of the result a work-item.
Plan pixelMovePlan(const PlanRequest& request, const PixelMove& move);

/// A filter that moves pixels: shape of its result, reference and variant. Text and parameters are for the caller.
Filter pixelMoveFilter(MakePixelMove move);

} // namespace lightbench
