// The candidates and the settings of a race: margin, error probability, number of rounds, length of timings.
// Experiments and tuning fill it in.
#pragma once

#include <cstdint>
#include <string>

namespace lightbench {

struct RaceCandidate {
    std::string name;
    /// Among ties, the lowest rank is preferred, then the earliest candidate. The simplest has the lowest rank.
    int rank = 0;
};

/// Shares are relative to a time: 0.01 is 1 %.
struct RaceSettings {
    /// The difference that counts as equal, above 0: a candidate is called slower only if it was shown to be slower by
    /// more.
    double margin = 0.01;
    /// The race ends when the intervals of all remaining candidates are at most this wide (half their width), above 0.
    double precision = 0.02;
    /// The probability, 0..1, that any statement about the whole race is wrong, over all pairs of candidates and all
    /// tests.
    double error = 0.01;
    int maxRounds = 500;         ///< 1 or more
    int warmUps = 2;             ///< warm-up rounds, 1 or more
    int confirmationRounds = 20; ///< rounds that measure the finalists again, 1 or more
    int finalists = 3;           ///< the maximum number of finalists, including the winner; 1 or more
    /// A candidate is pruned early if all its first `pruneRounds` timings took at least this many times the best's
    /// median. This assumes that no disturbance lasts that long. 0: no pruning.
    double pruneFactor = 4;
    int pruneRounds = 5;
    double tickUs = 0;  ///< the tick of the clock, microseconds; 0: unknown, a timing is one run
    int minTicks = 100; ///< the minimum length of a timing, in ticks
    std::uint64_t seed = 1;
    int baseline = -1; ///< the candidate that all others are also compared with; -1: none
};

} // namespace lightbench
