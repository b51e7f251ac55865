// The rule for when two samples mismatch. The tally and the list of mismatches share it.
#pragma once

#include <cmath>
#include <type_traits>

namespace lightbench {

/// True if two samples differ by more than `allowed` (units of Difference). Equal infinities and two NaNs match. A NaN
/// on one side never matches.
template <class T> bool isMismatch(T a, T b, double allowed) {
    if (a == b) return false;
    if constexpr (std::is_floating_point_v<T>)
        if (std::isnan(a) || std::isnan(b)) return std::isnan(a) != std::isnan(b);
    return std::abs(double(a) - double(b)) > allowed;
}

} // namespace lightbench
