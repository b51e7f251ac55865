// An image as windows see it: samples at any place, those outside by the border's rule. For references.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/filter/border.h"
#include "core/image/image.h"

namespace lightbench {

/// What windows of samples T add up in: whole numbers, or floats in the kernels' order and width.
template <class T> using WindowSum = std::conditional_t<std::is_floating_point_v<T>, float, std::int64_t>;

/// Samples of type T, which must be the image's. Holds a reference: use it within one call.
template <class T> class BorderedSamples {
public:
    BorderedSamples(const Image& image, Border border) : image_(image), border_(border) {}
    /// Of channel c at column x and row y, which may lie outside.
    T operator()(int x, int y, int c) const {
        const int row = borderIndex(y, image_.height(), border_);
        const int column = borderIndex(x, image_.width(), border_);
        return row < 0 || column < 0 ? T(0) : image_.row<T>(row)[column * image_.channels() + c];
    }

private:
    const Image& image_;
    Border border_;
};

} // namespace lightbench
