// How far a variant's result may differ from its CPU reference. Each variant declares a Tolerance; compareImages
// (core/compare/difference.h) applies it.
#pragma once

#include <string>

#include "core/base/fields.h"

namespace lightbench {

/// Integer samples: each may differ by at most `steps`, and at most `share` of all samples may differ at all. For
/// 16-bit samples `share16` applies, because finer steps meet rounding more often; at least four samples are always
/// allowed.
///
/// Float samples: each may differ by at most `range` times the largest finite magnitude of the stage's input and of the
/// reference's image. Rounding errors scale with the values: an image of 0..65535 may differ more than one of 0..1, and
/// one of 1e-6 must differ less. Colours and alpha have separate magnitudes. A filter whose results have a fixed scale,
/// such as scores of -1..1, declares that scale as the magnitude. `relative` adds a share of the largest result, for
/// results without a scale, such as distances.
struct Tolerance {
    double steps = 0;
    double share = 0;
    double share16 = 0;
    double range = 0;
    double relative = 0;
    double magnitude = 0, alphaMagnitude = 0; ///< filled in by toleranceFor() from the stage's input
    bool operator==(const Tolerance&) const = default;
    bool isExact() const { return steps == 0 && range == 0 && relative == 0; }
    /// For people: "exact", or such as "within 1, at most 0.1 % of samples" or "at most 0.1 % of samples, by any
    /// amount".
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
/// For sums: integers exact, floats within 1e-5 of the largest value.
inline Tolerance sumTolerance() { return {.range = 1e-5}; }

} // namespace lightbench
