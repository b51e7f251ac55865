// How far a variant's result may differ from its CPU reference. Each variant declares a Tolerance; compareImages
// (core/compare/difference.h) applies it.
#pragma once

#include <string>

#include "core/base/fields.h"

namespace lightbench {

/// Integer samples: each may differ by at most `maxSteps`, and at most `maxShare` of all samples may differ at all. For
/// 16-bit samples `maxShare16` applies, because finer steps meet rounding more often; of those, four may always
/// differ.
///
/// Float samples: each may differ by at most `magnitudeFactor` times the largest finite magnitude of the stage's input
/// and of the reference's image. Rounding errors scale with the values: an image of 0..65535 may differ more than one
/// of 0..1, and one of 1e-6 must differ less. Colours and alpha have separate magnitudes. `resultFactor` adds as many
/// times the largest result, for results without a scale, such as distances.
struct Tolerance {
    double maxSteps = 0;
    double maxShare = 0;
    double maxShare16 = 0;
    double magnitudeFactor = 0;
    double resultFactor = 0;
    /// The largest absolute value of a colour sample and of alpha in the input, by which the factors above are
    /// multiplied. toleranceFor() finds it in the stage's input. A filter whose results have a fixed scale, such as
    /// scores of -1..1, declares that scale instead.
    double magnitude = 0, alphaMagnitude = 0;
    bool operator==(const Tolerance&) const = default;
    bool isExact() const { return maxSteps == 0 && magnitudeFactor == 0 && resultFactor == 0; }
    /// For people: "exact", or such as "within 1, at most 0.1 % of samples" or "at most 0.1 % of samples, by any
    /// amount".
    std::string text() const;
};

constexpr auto fields(const Tolerance*) {
    using T = Tolerance;
    return FieldList{Field{"steps", &T::maxSteps},
                     Field{"share", &T::maxShare},
                     Field{"share16", &T::maxShare16},
                     Field{"range", &T::magnitudeFactor},
                     Field{"relative", &T::resultFactor},
                     Field{"magnitude", &T::magnitude},
                     Field{"alpha_magnitude", &T::alphaMagnitude}};
}

inline Tolerance exactly() { return {}; }
/// One sample step, for a small share of samples; floats within 1e-5.
inline Tolerance withinOne() { return {1, 0.001, 0.02, 1e-5}; }
/// For sums: integers exact, floats within 1e-5 of the largest value.
inline Tolerance sumTolerance() { return {.magnitudeFactor = 1e-5}; }

} // namespace lightbench
