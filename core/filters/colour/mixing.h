// What channel-mixer and saturation-hue share: red, green and blue as weighted sums of themselves.
#pragma once

#include <array>
#include <functional>

#include "core/filter/filter.h"

namespace lightbench {

/// Of (r, g, b) becomes w[3 row + 0] r + w[3 row + 1] g + w[3 row + 2] b + offsets[row], added up in this order, in
/// float, every product and sum rounded. Offsets in units of full scale.
struct Mixing {
    std::array<double, 9> weights{};
    std::array<double, 3> offsets{};
};
using MakeMixing = std::function<Mixing(const ParameterValues& parameters)>;

/// The mixture of an image, in an image of that shape; if that is gray, as the input, the input.
Image mixingReference(const Image& input, const ImageShape& shape, const Mixing& mixing);
/// The variant `runs` of a filter with that output shape.
Variant mixingVariant(const MakeMixing& makeMixing, ImageShape (*shape)(const ImageShape& input));

} // namespace lightbench
