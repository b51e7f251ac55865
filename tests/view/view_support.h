// What tests of the image view share: pictures to show.
#pragma once

#include <cstdint>
#include <memory>

#include "core/image/image.h"

namespace lightbench {

/// 8-bit gray whose samples a function of x and y gives.
template <class F> ImagePtr grayOf(Size size, F value) {
    Image image({size, {SampleType::U8, 1}});
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            image.row<std::uint8_t>(y)[x] = std::uint8_t(value(x, y));
    return std::make_shared<const Image>(std::move(image));
}

/// The same of one value.
inline ImagePtr flat(Size size, int gray) {
    return grayOf(size, [gray](int, int) { return gray; });
}

} // namespace lightbench
