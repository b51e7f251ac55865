// Axis scales: maps numbers to positions and chooses ticks. Plots and the roofline use it.
#pragma once

#include <vector>

namespace lightbench {

/// Maps `minimum`..`maximum` to 0..1, linearly or logarithmically.
struct Scale {
    double minimum = 0, maximum = 1;
    bool isLogarithmic = false;

    double position(double value) const;
    /// Ticks at 1, 2 or 5 times powers of ten, about so many if linear. If logarithmic, only powers of ten are kept
    /// when there are too many.
    std::vector<double> ticks(int about) const;
};

/// A time scale around these numbers, with ends at 1, 2 or 5 times a power of ten. A linear scale starts at 0; numbers
/// not above 0 are ignored.
Scale timeScale(const std::vector<double>& numbers, bool isLogarithmic);
/// A scale from the smallest to the largest of these numbers.
Scale scaleOver(const std::vector<double>& numbers, bool isLogarithmic);

} // namespace lightbench
