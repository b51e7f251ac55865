// Small 8-bit gray pictures. Tests of the image view and of its drawing show them.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>

#include "core/image/image.h"

namespace lightbench {

/// An 8-bit gray image whose values a function of x and y returns.
template <class F> ImagePtr grayOf(Size size, F value) {
    Image image({size, {SampleType::U8, 1}});
    for (int y = 0; y < size.height; ++y) {
        std::uint8_t* row = image.row<std::uint8_t>(y);
        for (int x = 0; x < size.width; ++x)
            row[x] = std::uint8_t(value(x, y));
    }
    return std::make_shared<const Image>(std::move(image));
}

/// An 8-bit gray image of one value.
inline ImagePtr flat(Size size, int gray) {
    Image image({size, {SampleType::U8, 1}});
    std::memset(image.samples<std::uint8_t>(), gray, size.area());
    return std::make_shared<const Image>(std::move(image));
}

} // namespace lightbench
