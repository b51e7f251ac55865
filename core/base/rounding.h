// Converts computed values to stored samples: round half to even, then saturate. The CPU references use it, and the
// kernels follow the same rule.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace lightbench {

/// Rounds half to even and saturates to the range of an integer sample; NaN gives 0. Float samples are only narrowed.
template <class T> T storeSample(double value) {
    if constexpr (std::is_floating_point_v<T>) {
        return T(value);
    } else {
        if (!(value > 0)) return 0;
        constexpr double maximum = double(std::numeric_limits<T>::max());
        return value >= maximum ? std::numeric_limits<T>::max() : T(std::nearbyint(value));
    }
}

/// a / b, rounded half to even.
inline std::uint64_t roundedRatio(std::uint64_t a, std::uint64_t b) {
    const std::uint64_t whole = a / b, rest = 2 * (a - whole * b);
    return whole + (rest > b || (rest == b && whole % 2 == 1) ? 1 : 0);
}

} // namespace lightbench
