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
/// 0..1, outliers (and NaN, as 0) in the end bins.
using Bins = std::array<std::uint32_t, 256>;

/// Gray: one row, "gray". RGBA: "red", "green", "blue", "alpha", "luma" (luma by grayscale's rule, then binned).
struct Histogram {
    std::vector<std::string> channels;
    std::vector<Bins> bins; ///< as many as channels
};

constexpr auto fields(const Histogram*) {
    using T = Histogram;
    return FieldList{Field{"channels", &T::channels}, Field{"bins", &T::bins}};
}

Histogram histogramOf(const Image& image);

} // namespace lightbench
