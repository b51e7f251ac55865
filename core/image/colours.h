// Colours of 8 bits per channel, and scales of them: for differences, and for times. Drawings, plots and recordings use
// them.
#pragma once

#include <cstdint>

namespace lightbench {

struct Rgb {
    std::uint8_t red = 0, green = 0, blue = 0;
    bool operator==(const Rgb&) const = default;
};

/// Blends `a` with a share of `b`, 0..1.
Rgb blended(const Rgb& a, const Rgb& b, double share);

/// The false-colour ramp, t in 0..1: black, blue, magenta, orange, yellow, white. Lightness grows throughout.
Rgb falseColour(double t);
/// Maps 0 to dark violet and 1 to yellow, clamped. Equal steps look equally large, also in grayscale. It interpolates
/// between nine colours of viridis, by van der Walt and Smith (2015).
Rgb timeColour(double t);

} // namespace lightbench
