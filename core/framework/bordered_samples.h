// Reads samples at any position, applying a border mode outside the image. CPU references of window filters use it; it
// is not meant for fast paths.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/framework/border.h"
#include "core/image/image.h"

namespace lightbench {

/// The accumulator type for windows of samples T: whole numbers, or floats in the order and width of the kernels.
template <class T> using WindowSum = std::conditional_t<std::is_floating_point_v<T>, float, std::int64_t>;

/// A view of samples of type T, which must be the image's type. It holds a reference: use it within one call.
template <class T> class BorderedSamples {
public:
    BorderedSamples(const Image& image, Border border) : image_(image), border_(border) {}
    /// The sample of channel c at column x and row y, which may be outside.
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
