// What rotate and warp share: each pixel of the result is looked up in the input where a matrix says, in whole numbers,
// so that every device finds the same place.
#pragma once

#include <array>

#include "core/filter/filter.h"

namespace lightbench {

/// Row by row; (x, y, 1) of the result times it is (u w, v w, w) of the input, pixel centres at whole numbers.
using WarpMatrix = std::array<double, 9>;

/// The result's shape and where it comes from.
struct Warp {
    ImageShape result;
    WarpMatrix toInput;
};
using MakeWarp = Warp (*)(const ImageShape& input, const ParameterValues& parameters);

/// Throws Error(Usage) where the image has sides that places cannot name, or where the matrix is no map: with numbers
/// that are not finite, or that reach further than its whole numbers. The error then names the parameter `field`.
void checkWarp(MakeWarp warp, const ImageShape& input, const ParameterValues& parameters, const std::string& field);

/// A filter of the geometry group with the parameters `method` and `border`, which looks up where `warp` says.
Filter warpFilter(MakeWarp warp);

} // namespace lightbench
