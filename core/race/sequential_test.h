// The sequential test of a race: eliminates slower candidates, decides when the result is precise enough, and selects
// the preferred one. Only Race (core/race/race.h) uses it; it holds no timings.
//
// The test compares a candidate's time with the best's in the same round, so that whatever slows a round affects both.
// The order within a round is random: a disturbance hits either of two candidates with equal probability (R. A. Fisher,
// The Design of Experiments, 1935, on randomization within blocks). Each ratio has the interval of the sign test
// (median_interval.h).
//
// The best of many is selected by its timings and so looks better than it is. Statements hold nevertheless, because
// each interval end gets only the share 1 / (pairs x tests) of the error. Pairs are all k (k - 1) ordered pairs of
// candidates, and tests are the rounds after which the race is tested. This is Bonferroni's inequality. For comparisons
// with the best see J. C. Hsu, Multiple Comparisons, Chapman & Hall 1996, chapter 4; for tests K. K. G. Lan and D. L.
// DeMets, Biometrika 70, 1983. Times at most one clock tick apart are equal, since repeats do not refine a coarse
// clock. Eliminating candidates in shrinking rounds follows O. Maron and A. W. Moore, Hoeffding Races, NIPS 6, 1993.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "core/race/race_settings.h"
#include "core/race/round_times.h"

namespace lightbench {

class SequentialTest {
public:
    /// A candidate shown to be slower than the best.
    struct Eliminated {
        std::size_t candidate = 0;
        LogInterval toBest;
    };
    struct Outcome {
        std::size_t best = 0;
        std::vector<Eliminated> eliminated;
        /// Half the widest interval of the remaining candidates, as a share of a time; infinite if there are too few
        /// rounds.
        double precision = 0;
        /// All remaining candidates are surely within the margin, or their intervals are narrow enough.
        bool isPrecise = true;
    };

    SequentialTest(const RaceSettings& settings, std::size_t candidates);
    bool isTestRound(int round) const;
    /// The allowed error probability of one end of one interval.
    double errorPerInterval() const { return claimError_; }
    /// `racing` must not be empty.
    Outcome after(const RoundTimes& times, const std::vector<std::size_t>& racing) const;
    /// Candidates so slow that no test is needed, after RaceSettings::pruneRounds rounds.
    std::vector<std::size_t> pruned(const RoundTimes& times, const std::vector<std::size_t>& racing) const;
    /// The preferred one, by the stated order, among candidates that cannot be distinguished from the best. A candidate
    /// measured slower by more than margin and precision ties only for lack of data and is not preferred. Times one
    /// clock tick apart count as equal here too.
    std::size_t preferred(const RoundTimes& times, const std::vector<std::size_t>& racing,
                          const std::vector<RaceCandidate>& candidates) const;

private:
    bool isSettled(const LogInterval& toBest) const;
    double minLog(const RoundTimes& times, std::size_t candidate, std::size_t best) const;

    RaceSettings settings_;
    std::vector<int> testRounds_; ///< rounds, ascending; the last one stands for the end of the race
    double claimError_;
};

} // namespace lightbench
