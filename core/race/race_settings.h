// Who takes part in a race, and what a race is asked for.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/fields.h"

namespace lightbench {

struct RaceCandidate {
    std::string name;
    /// Of candidates that tie, the one with the least rank is preferred, then the one that was named first: the
    /// simplest has the least.
    int rank = 0;
};

constexpr auto fields(const RaceCandidate*) {
    using T = RaceCandidate;
    return FieldList{Field{"name", &T::name}, Field{"rank", &T::rank}};
}

/// Shares are of a time: 0.01 is 1 %.
struct RaceSettings {
    /// What counts as equal, above 0: nobody is called slower who was not shown to be slower by more than that.
    double margin = 0.01;
    /// The race ends when the interval of everybody who is left is as narrow: half its width, above 0.
    double precision = 0.02;
    /// The probability, 0..1, that anything said of the whole race is wrong: of all pairs of candidates and all looks.
    double error = 0.01;
    int mostRounds = 500; ///< 1 or more
    int warmUps = 2;      ///< rounds that are not judged, 1 or more
    int freshRounds = 20; ///< in which the last few are measured again, 1 or more
    int finalists = 3;    ///< how many those are at most, the winner among them; 1 or more
    /// Who never took less than so many times the best's median in the first `hopelessRounds` leaves before there are
    /// enough rounds for the test. This supposes that nothing else slows so many samples in a row by so much; 0:
    /// nobody.
    double hopeless = 4;
    int hopelessRounds = 5;
    double tickUs = 0;    ///< of the clock that times samples, microseconds; 0: not known, nothing is batched
    int leastTicks = 100; ///< that a sample should last
    std::uint64_t seed = 1;
    int baseline = -1; ///< the candidate that others are also compared with; -1: none
};

constexpr auto fields(const RaceSettings*) {
    using T = RaceSettings;
    return FieldList{Field{"margin", &T::margin},
                     Field{"precision", &T::precision},
                     Field{"error", &T::error},
                     Field{"most_rounds", &T::mostRounds},
                     Field{"warm_ups", &T::warmUps},
                     Field{"fresh_rounds", &T::freshRounds},
                     Field{"finalists", &T::finalists},
                     Field{"hopeless", &T::hopeless},
                     Field{"hopeless_rounds", &T::hopelessRounds},
                     Field{"tick_us", &T::tickUs},
                     Field{"least_ticks", &T::leastTicks},
                     Field{"seed", &T::seed},
                     Field{"baseline", &T::baseline}};
}

} // namespace lightbench
