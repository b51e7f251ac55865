// Points of now beside the same points of an earlier run: faster, slower, or the same.
//
// What changes between two runs of a program (where memory lies, the clock's speed, who else is there) is the same for
// all samples of one of them: no test on samples from inside can tell how large it is. Where both runs have the
// same baseline candidate in their rounds, the ratios to it are compared, and most of that falls out. Where they have
// not, the times themselves are, and only what goes beyond a margin for that noise, which is stated and not estimated,
// counts as a change.
#pragma once

#include <string>
#include <vector>

#include "core/base/fields.h"
#include "core/base/statistics.h"
#include "core/race/race_standing.h"

namespace lightbench {

/// What one run knows of a point.
struct PointFigures {
    std::vector<double> timesUs; ///< samples; empty where only their summary was kept
    std::vector<double>
        toBaseline; ///< ratios to the baseline's sample of the same round; empty without, and for itself
    Summary timeUs;
    int repeats = 0;   ///< that the summary is of
    double tickUs = 0; ///< of the clock, in a time; 0: not known. Times a tick apart are the same
};

struct ComparisonSettings {
    double margin = 0.01;        ///< what counts as the same by ratios to the baseline; 0.01 is 1 %
    double sessionMargin = 0.05; ///< what counts as the same by times
    double error = 0.01; ///< probability, 0..1, that any point is called faster or slower wrongly by its samples
};

constexpr auto fields(const ComparisonSettings*) {
    using T = ComparisonSettings;
    return FieldList{Field{"margin", &T::margin}, Field{"session_margin", &T::sessionMargin},
                     Field{"error", &T::error}};
}

struct PointChange {
    enum Kind {
        Unknown, ///< one of the two has no time
        Faster,
        Slower,
        Same, ///< not shown to be either beyond the margin
    } kind = Unknown;
    Ratio change;       ///< time of now over then; `rounds`: the samples of the run that has fewer
    double margin = 0;  ///< that was used
    bool paired = true; ///< by the ratios to a baseline that both runs have
};

constexpr auto fields(const PointChange*) {
    using T = PointChange;
    return FieldList{Field{"kind", &T::kind, Timed}, Field{"change", &T::change, Timed},
                     Field{"margin", &T::margin, Timed}, Field{"paired", &T::paired, Timed}};
}

/// "faster", "slower", "the same" or "not compared".
std::string changeName(PointChange::Kind kind);

/// One for each point; `then` and `now` are of the same points, in one order. The change lies between the ends of both
/// runs' intervals for their medians (median_interval.h), each end with 1 / (4 x points) of the error; of a summary
/// the interval is the notch of box plots, at that error (R. McGill, J. W. Tukey and W. A. Larsen, The American
/// Statistician 32, 1978).
std::vector<PointChange> changesOf(const std::vector<PointFigures>& then, const std::vector<PointFigures>& now,
                                   const ComparisonSettings& settings);

} // namespace lightbench
