// Compares points with the same points of an earlier run: faster, slower or the same.
// core/experiment/journal_comparison.h applies it to journals.
//
// Conditions that change between two runs (memory layout, clock speed, other load) affect all timings of a run alike.
// So no test inside one run can measure them. If both runs have the same baseline candidate in their rounds, the ratios
// to it are compared, which cancels most of that. Otherwise the times are compared, and only changes beyond a fixed
// margin count.
#pragma once

#include <string>
#include <vector>

#include "core/base/statistics.h"
#include "core/race/race_standing.h"

namespace lightbench {

/// What one run measured for a point.
struct PointTimings {
    std::vector<double> timesUs; ///< timings; empty if only their summary was kept
    /// Ratios to the baseline's timing of the same round; empty without a baseline, and for the baseline.
    std::vector<double> toBaseline;
    Summary timeUs;
    int repeats = 0;   ///< timings behind the summary
    double tickUs = 0; ///< the clock's tick per time; 0: unknown. Times one tick apart are equal
};

struct ComparisonSettings {
    double margin = 0.01;        ///< ratios to the baseline within this share are equal; 0.01 is 1 %
    double sessionMargin = 0.05; ///< times within this share are equal
    double error = 0.01;         ///< probability, 0..1, that sampling makes any point wrongly faster or slower
};

struct PointChange {
    enum Kind {
        Unknown, ///< one side has no time
        Faster,
        Slower,
        Same, ///< not shown to differ by more than the margin
    } kind = Unknown;
    Ratio change;       ///< new time divided by old; `rounds`: timings of the run with fewer
    double margin = 0;  ///< the margin that was used
    bool paired = true; ///< compared by ratios to a baseline that both runs have
};

/// "faster", "slower", "the same" or "not compared".
std::string changeName(PointChange::Kind kind);

/// One change per point; `then` and `now` list the same points in the same order. The change is bounded by the ends of
/// both runs' median intervals (median_interval.h), each end with 1 / (4 x points) of the error. For a summary the
/// interval is the notch of box plots at that error (R. McGill, J. W. Tukey and W. A. Larsen, The American Statistician
/// 32, 1978).
std::vector<PointChange> changesOf(const std::vector<PointTimings>& then, const std::vector<PointTimings>& now,
                                   const ComparisonSettings& settings);

} // namespace lightbench
