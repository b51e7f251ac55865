// How far a variant may be from its reference, in numbers.
#pragma once

#include <string>

#include "core/base/fields.h"

namespace lightbench {

/// Integer samples: every sample at most `steps` apart, and at most `share` of the samples apart at all (`share16` for
/// 16-bit, whose finer steps meet rounding more often, but never less than four samples). Float samples: at most
/// `range` apart (range 0..1 = 1.0), plus `relative` times the largest finite magnitude in the reference's image: sums
/// leave 0..1, and their rounding grows with them.
struct Tolerance {
    double steps = 0;
    double share = 0;
    double share16 = 0;
    double range = 0;
    double relative = 0;
    bool operator==(const Tolerance&) const = default;
    bool isExact() const { return steps == 0 && range == 0 && relative == 0; }
    /// "exact", or such as "within 1, at most 0.1 % of samples".
    std::string text() const;
};

constexpr auto fields(const Tolerance*) {
    using T = Tolerance;
    return FieldList{Field{"steps", &T::steps}, Field{"share", &T::share}, Field{"share16", &T::share16},
                     Field{"range", &T::range}, Field{"relative", &T::relative}};
}

inline Tolerance exactly() { return {}; }
/// SPEC's tolerance `1`.
inline Tolerance withinOne() { return {1, 0.001, 0.02, 1e-5}; }
/// Of sums: integers exact, floats within 1e-5 of the largest sum.
inline Tolerance sumTolerance() { return {0, 0, 0, 0, 1e-5}; }

} // namespace lightbench
