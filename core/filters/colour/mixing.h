// Linear colour mixing: red, green and blue become weighted sums of themselves. The filters channel-mixer and
// saturation-hue share its reference and its GPU variant.
#pragma once

#include <array>
#include <functional>

#include "core/framework/filter.h"

namespace lightbench {

/// Channel i of the result is `weights[3i] r + weights[3i + 1] g + weights[3i + 2] b + offsets[i]`, added in this order
/// in float. Every product and sum is rounded. Offsets are in units of full scale.
struct Mixing {
    std::array<double, 9> weights{};
    std::array<double, 3> offsets{};
};
using MakeMixing = std::function<Mixing(const ParameterValues& parameters)>;

/// Mixes an image into one of that shape. If that shape is gray like the input, it returns the input.
Image mixingReference(const Image& input, const ImageShape& shape, const Mixing& mixing);
/// The variant `segments` for a filter with that Filter::outputShape.
Variant mixingVariant(const MakeMixing& makeMixing, decltype(Filter::outputShape) shape = {});

} // namespace lightbench
