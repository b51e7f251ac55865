// Scales of axes: where a number lies, and which numbers are told.
#pragma once

#include <vector>

namespace lightbench {

/// From 0 (at the least) to 1 (at the most), linear or logarithmic.
struct Scale {
    double least = 0, most = 1;
    bool isLogarithmic = false;

    double place(double value) const;
    /// 1, 2 or 5 times powers of ten inside of it: about so many if linear; if logarithmic only powers of ten where
    /// those would be too many.
    std::vector<double> ticks(int about) const;
};

/// Around these numbers, its ends at 1, 2 or 5 times a power of ten; if linear it begins at 0. Of times; numbers that
/// are not above 0 do not count.
Scale timeScale(const std::vector<double>& numbers, bool isLogarithmic);
/// From the least of these numbers to the largest.
Scale scaleOver(const std::vector<double>& numbers, bool isLogarithmic);

} // namespace lightbench
