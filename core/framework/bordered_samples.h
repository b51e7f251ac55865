// Reads samples at any position, and sums windows, applying a border mode outside the image. CPU references of window
// filters use it; it is not meant for fast paths.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

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

/// A row, and `radius` pixels more on both sides; zeros if the border is constant.
template <class To, class From>
std::vector<To> extendedRow(const From* row, int width, int channels, int radius, Border border) {
    std::vector<To> extended(std::size_t((width + 2 * radius) * channels), To(0));
    for (int x = -radius; x < width + radius; ++x) {
        const int from = borderIndex(x, width, border);
        for (int c = 0; c < channels && from >= 0; ++c)
            extended[std::size_t((x + radius) * channels + c)] = To(row[from * channels + c]);
    }
    return extended;
}

/// For each sample of row y, the sum over the samples up to `radius` rows above and below, each times weight(distance).
template <class T, class Sum, class Weight>
std::vector<Sum> columnSums(const Image& input, int y, int radius, Border border, Weight weight) {
    std::vector<Sum> sums(std::size_t(input.width() * input.channels()), Sum(0));
    for (int j = -radius; j <= radius; ++j) {
        const int from = borderIndex(y + j, input.height(), border);
        if (from < 0) continue;
        const T* row = input.row<T>(from);
        const Sum own = weight(j);
        for (std::size_t i = 0; i < sums.size(); ++i)
            sums[i] += own * Sum(row[i]);
    }
    return sums;
}

/// The same for the pixels up to `radius` to the left and right in a row.
template <class Sum, class Weight>
std::vector<Sum> rowSums(const std::vector<Sum>& row, int channels, int radius, Border border, Weight weight) {
    const std::vector<Sum> extended =
        extendedRow<Sum>(row.data(), int(row.size()) / channels, channels, radius, border);
    std::vector<Sum> sums(row.size(), Sum(0));
    for (int i = -radius; i <= radius; ++i) {
        const Sum own = weight(i);
        const Sum* shifted = extended.data() + (i + radius) * channels;
        for (std::size_t s = 0; s < sums.size(); ++s)
            sums[s] += own * shifted[s];
    }
    return sums;
}

} // namespace lightbench
