// Histograms of images on the host: 256 bins per channel, plus luma. The histogram panel, reports and the reference of
// the filter `histogram` use it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/fields.h"
#include "core/image/image.h"

namespace lightbench {

/// 256 bins. 8-bit: the sample; 16-bit: its high byte; 32-bit unsigned: its highest byte; float: floor(256 s) over
/// 0..1, finite outliers in the end bins. NaN and infinities are in no bin; OutsideCounts has them.
using Bins = std::array<std::uint32_t, 256>;

/// Counts of float samples outside 0..1, per channel. `below` and `above` are also counted in the end bins; the other
/// three are in no bin.
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

/// Gray: one channel, "gray". RGBA: "red", "green", "blue", "alpha", "luma" (luma by grayscale's rule, then binned).
struct Histogram {
    std::vector<std::string> channels;
    std::vector<Bins> bins;               ///< as many as channels
    std::vector<OutsideCounts> outside{}; ///< one per channel for float images; empty for others
};

constexpr auto fields(const Histogram*) {
    using T = Histogram;
    return FieldList{Field{"channels", &T::channels}, Field{"bins", &T::bins}, Field{"outside", &T::outside}};
}

Histogram histogramOf(const Image& image);
/// The bins as the filter `histogram` counts them, which has no outside counts: NaN and -infinity count as 0, +infinity
/// as 1.
std::vector<Bins> clampedBins(const Histogram& histogram);

} // namespace lightbench
