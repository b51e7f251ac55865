// Decides who leaves a race, when it is precise enough, and who is preferred.
//
// What is judged is a candidate's time over the best's in the same round, so that whatever slows a round slows both. A
// round has its candidates in random order: a disturbance in the middle of one then hits either of the two with equal
// probability, and the median of the ratios' logarithms is theirs whatever the device does (R. A. Fisher, The Design of
// Experiments, 1935, on randomization within blocks). Each ratio has the sign test's interval (median_interval.h).
//
// The best of many is picked by its samples and so looks better than it is. What is said holds nevertheless: each
// interval's end gets the share 1 / (pairs x looks) of the error, where pairs are all k (k - 1) ordered pairs of
// candidates, whichever of them the best is, and looks are the rounds after which the race is judged (Bonferroni's
// inequality; for comparisons with the best J. C. Hsu, Multiple Comparisons, Chapman & Hall 1996, chapter 4; for looks
// K. K. G. Lan and D. L. DeMets, Biometrika 70, 1983). Times that are no more than a tick of the clock apart are equal,
// however often they are: repeats do not make a coarse clock finer where each run begins at the same phase of it.
// Leaving when shown to be worse, among rounds that shrink, is the race of O. Maron and A. W. Moore, Hoeffding Races,
// NIPS 6, 1993.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "core/race/race_settings.h"
#include "core/race/round_times.h"

namespace lightbench {

class Judge {
public:
    /// Whoever is shown to be slower than the best.
    struct Leaver {
        std::size_t candidate = 0;
        LogInterval toBest;
    };
    struct Look {
        std::size_t best = 0;
        std::vector<Leaver> leavers;
        /// Half the widest interval of those that stay, as a share of a time; infinite where rounds are too few.
        double precision = 0;
        bool isPrecise =
            true; ///< all that stay are within the margin for sure, or have intervals as narrow as asked for
    };

    Judge(const RaceSettings& settings, std::size_t candidates);
    bool isLook(int round) const;
    /// The probability with which one end of one interval may be wrong.
    double claimError() const { return claimError_; }
    /// `racing`: one at least.
    Look look(const RoundTimes& times, const std::vector<std::size_t>& racing) const;
    /// Those that need no test; for the round RaceSettings::hopelessRounds.
    std::vector<std::size_t> hopeless(const RoundTimes& times, const std::vector<std::size_t>& racing) const;
    /// Who comes first in the stated order of those that cannot be told from the best. Whoever was measured to be
    /// slower by more than margin and precision only ties because too little is known, and is not preferred. Times that
    /// are a tick of the clock apart count as equal here, too.
    std::size_t preferred(const RoundTimes& times, const std::vector<std::size_t>& racing,
                          const std::vector<RaceCandidate>& candidates) const;

private:
    bool isSettled(const LogInterval& toBest) const;
    double leastLog(const RoundTimes& times, std::size_t candidate, std::size_t best) const;

    RaceSettings settings_;
    std::vector<int> looks_; ///< rounds, ascending; the last one stands for the end, whenever that is
    double claimError_;
};

} // namespace lightbench
