// The number of colour samples of an image. Filters count their operations with it, because they copy alpha.
#pragma once

#include <cstdint>

#include "core/image/image.h"

namespace lightbench {

/// Without alpha.
inline std::uint64_t colourSamples(const ImageShape& shape) {
    return shape.size.area() * std::uint64_t(shape.format.colourChannels());
}

} // namespace lightbench
