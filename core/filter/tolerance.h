// How far a variant may be from its reference, in numbers.
#pragma once

#include <string>

#include "core/base/fields.h"

namespace lightbench {

/// Integer samples: every sample at most `steps` apart, and at most `share` of the samples apart at all (`share16` for
/// 16-bit, whose finer steps meet rounding more often, but never less than four samples).
///
/// Float samples: at most `range` times the largest finite magnitude of the stage's input and of the reference's image
/// apart. Rounding grows and shrinks with what is computed: an image of 0..65535 may be farther from its reference than
/// one of 0..1, and one of 1e-6 must be nearer. Colours and alpha have a magnitude each. A filter whose results are on
/// a scale of their own, whatever its input, such as scores of -1..1, declares that scale as the magnitude. `relative`
/// adds a share of the largest result alone, for results without a scale, such as distances.
struct Tolerance {
    double steps = 0;
    double share = 0;
    double share16 = 0;
    double range = 0;
    double relative = 0;
    double magnitude = 0, alphaMagnitude = 0; ///< toleranceFor() fills in those of the stage's input
    bool operator==(const Tolerance&) const = default;
    bool isExact() const { return steps == 0 && range == 0 && relative == 0; }
    /// "exact", or such as "within 1, at most 0.1 % of samples".
    std::string text() const;
};

constexpr auto fields(const Tolerance*) {
    using T = Tolerance;
    return FieldList{Field{"steps", &T::steps},
                     Field{"share", &T::share},
                     Field{"share16", &T::share16},
                     Field{"range", &T::range},
                     Field{"relative", &T::relative},
                     Field{"magnitude", &T::magnitude},
                     Field{"alpha_magnitude", &T::alphaMagnitude}};
}

inline Tolerance exactly() { return {}; }
/// One sample step, for a small share of samples; floats within 1e-5.
inline Tolerance withinOne() { return {1, 0.001, 0.02, 1e-5}; }
/// Of sums: integers exact, floats within 1e-5 of the largest value.
inline Tolerance sumTolerance() { return {.range = 1e-5}; }

} // namespace lightbench
