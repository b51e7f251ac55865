// Affine and projective warps, shared by rotate and warp: a matrix maps each output pixel to the input. Positions are
// computed in integers, so that every device reads the same place.
#pragma once

#include <array>

#include "core/framework/filter.h"

namespace lightbench {

/// Row by row. The matrix times (x, y, 1) of the output is (u w, v w, w) of the input; pixel centres are at integers.
using WarpMatrix = std::array<double, 9>;

/// The output shape, and the map to the input.
struct Warp {
    ImageShape result;
    WarpMatrix toInput;
};
using MakeWarp = Warp (*)(const ImageShape& input, const ParameterValues& parameters);

/// Throws Error(Usage) if the image is too large for the position format. It also throws, naming the parameter `field`,
/// if the matrix has infinite numbers or exceeds the integer range.
void checkWarp(MakeWarp warp, const ImageShape& input, const ParameterValues& parameters, const std::string& field);

/// A geometry filter with the parameters `method` and `border` that samples where `warp` says.
Filter warpFilter(MakeWarp warp);

} // namespace lightbench
