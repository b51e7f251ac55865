// Cosine and sine of an angle in degrees, exact at multiples of 90 degrees. The filters rotate, saturation-hue and
// step-edges use it, so that a quarter turn moves pixels without rounding errors.
#pragma once

#include <cmath>
#include <numbers>

namespace lightbench {

struct Direction {
    double cosine = 1, sine = 0;
};

/// Multiples of 90 degrees give exact zeros and ones, and at multiples of 45 both have the same size.
inline Direction directionOf(double degrees) {
    const double angle = std::remainder(degrees, 360.0), quarter = std::nearbyint(angle / 90);
    const double rest = angle - 90 * quarter, radians = rest * std::numbers::pi / 180;
    Direction d{std::cos(radians), std::sin(radians)};
    if (std::abs(rest) == 45) d = {std::numbers::sqrt2 / 2, std::copysign(std::numbers::sqrt2 / 2, rest)};
    // From 0, so that no zero becomes negative.
    switch (int(quarter) & 3) {
    case 1: return {0 - d.sine, d.cosine};
    case 2: return {0 - d.cosine, 0 - d.sine};
    case 3: return {d.sine, 0 - d.cosine};
    default: return d;
    }
}

} // namespace lightbench
