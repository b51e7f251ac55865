// Histograms of images: 256 bins a channel, plus luma.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/fields.h"
#include "core/image/image.h"

namespace lightbench {

/// 256 bins. 8-bit: the sample; 16-bit: its high byte; 32-bit unsigned: its highest byte; float: floor(256 s) over
/// 0..1, finite outliers in the end bins. NaN and infinities are in no bin: see OutsideCounts.
using Bins = std::array<std::uint32_t, 256>;

/// Float samples of a channel that no bin shows as what they are; all of them together with the bins are the pixels,
/// where `below` and `above` are in the end bins already.
struct OutsideCounts {
    std::uint32_t nans = 0, minusInfinities = 0, plusInfinities = 0; ///< in no bin
    std::uint32_t below = 0, above = 0;                              ///< finite, but less than 0 or more than 1
    bool operator==(const OutsideCounts&) const = default;
    bool any() const { return *this != OutsideCounts(); }
};

constexpr auto fields(const OutsideCounts*) {
    using T = OutsideCounts;
    return FieldList{Field{"nan", &T::nans}, Field{"minus_infinity", &T::minusInfinities},
                     Field{"plus_infinity", &T::plusInfinities}, Field{"below_0", &T::below},
                     Field{"above_1", &T::above}};
}

/// Gray: one row, "gray". RGBA: "red", "green", "blue", "alpha", "luma" (luma by grayscale's rule, then binned).
struct Histogram {
    std::vector<std::string> channels;
    std::vector<Bins> bins;               ///< as many as channels
    std::vector<OutsideCounts> outside{}; ///< as many as channels, of floats; empty for others
};

constexpr auto fields(const Histogram*) {
    using T = Histogram;
    return FieldList{Field{"channels", &T::channels}, Field{"bins", &T::bins}, Field{"outside", &T::outside}};
}

Histogram histogramOf(const Image& image);
/// As the filter `histogram` counts, which has bins alone: NaN and -infinity as 0, +infinity as 1.
std::vector<Bins> clampedBins(const Histogram& histogram);

} // namespace lightbench
