// When two samples count as a mismatch: the one rule that the tally, the list and the pictures of mismatches share.
#pragma once

#include <cmath>
#include <type_traits>

namespace lightbench {

/// Whether two samples are farther apart than `allowed` (units of Difference). Equal infinities and two NaNs are
/// not apart; one NaN alone is, whatever is allowed.
template <class T> bool areApart(T a, T b, double allowed) {
    if (a == b) return false;
    if constexpr (std::is_floating_point_v<T>)
        if (std::isnan(a) || std::isnan(b)) return std::isnan(a) != std::isnan(b);
    return std::abs(double(a) - double(b)) > allowed;
}

} // namespace lightbench
