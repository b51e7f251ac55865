// What a race says of its candidates, while it runs and when it is over.
#pragma once

#include <string>
#include <vector>

#include "core/base/fields.h"
#include "core/base/statistics.h"

namespace lightbench {

/// A candidate's time over another's, by the rounds in which both were measured: the median of the ratios inside the
/// rounds, and its interval. Of those that are left it is at the error of the whole race (between two looks it is for
/// the eye only). Those that are slower have few rounds and their verdict: theirs is at the error for this ratio alone.
struct Ratio {
    double ratio = 0;            ///< 0: no round has both
    double lower = 0, upper = 0; ///< both 0: too few rounds to say
    int rounds = 0;
};

constexpr auto fields(const Ratio*) {
    using T = Ratio;
    return FieldList{Field{"ratio", &T::ratio, Timed}, Field{"lower", &T::lower, Timed},
                     Field{"upper", &T::upper, Timed}, Field{"rounds", &T::rounds, Timed}};
}

/// Figures that are to be taken with care, and why.
struct RaceWarning {
    enum Kind {
        Drift,        ///< times rise or fall with the rounds
        Jump,         ///< from one round on, all takes longer or shorter: another clock, or a neighbour
        TwoHumps,     ///< a candidate has two kinds of samples with a gap between them
        FewTicks,     ///< samples last few ticks of the clock: times a tick apart tie
        OtherLoad,    ///< the host took much longer than the device
        NotConfirmed, ///< measured afresh, another of the last few was faster than the winner
    } kind = Drift;
    double figure = 0; ///< Drift, Jump, TwoHumps, NotConfirmed: a ratio of times; FewTicks: ticks; OtherLoad: share
    std::string text;  ///< for people
};

constexpr auto fields(const RaceWarning*) {
    using T = RaceWarning;
    return FieldList{Field{"kind", &T::kind}, Field{"figure", &T::figure, Timed}, Field{"text", &T::text}};
}

/// As reports name it: "drift", "jump", "two humps", "few ticks", "other load" or "not confirmed".
std::string warningName(RaceWarning::Kind kind);

enum class RaceStatus {
    Winner, ///< preferred among those that are left; while the race runs: so far
    Tie,    ///< not shown to be slower than the best by more than the margin; or shown, but no slower than the winner
    Slower, ///< shown to be; it left after its last round. Its ratio to the winner is above 1, and so is its time's
    Failed, ///< it has no time or a wrong result
};

/// As reports name it: "winner", "tie", "slower" or "failed".
std::string statusName(RaceStatus status);

/// Times are of one run, microseconds.
struct CandidateStanding {
    std::string name;
    RaceStatus status = RaceStatus::Tie;
    std::string reason; ///< why it left or failed; empty for the others
    int rounds = 0;     ///< that were judged: its last one where it left
    int runs = 1;       ///< of a sample
    /// Whether `timeUs` comes from the fresh samples. If not, it comes from the rounds, and before the first round from
    /// the warm-up. A candidate that left is shown with the winner's time, multiplied by their ratio: the device may
    /// have another pace since.
    bool fresh = false;
    Summary timeUs;
    Ratio toWinner, toBaseline;
    std::vector<double> samplesUs; ///< one for each of the rounds
    std::vector<double> freshUs;
    std::vector<RaceWarning> warnings;
};

constexpr auto fields(const CandidateStanding*) {
    using T = CandidateStanding;
    return FieldList{Field{"name", &T::name},
                     Field{"status", &T::status},
                     Field{"reason", &T::reason},
                     Field{"rounds", &T::rounds, Timed},
                     Field{"runs", &T::runs, Timed},
                     Field{"fresh", &T::fresh, Timed},
                     Field{"time_us", &T::timeUs, Timed},
                     Field{"to_winner", &T::toWinner, Timed},
                     Field{"to_baseline", &T::toBaseline, Timed},
                     Field{"samples_us", &T::samplesUs, Timed},
                     Field{"fresh_us", &T::freshUs, Timed},
                     Field{"warnings", &T::warnings, Timed}};
}

/// Why the racing ended.
enum class RaceEnd {
    NotYet,
    OneLeft,  ///< all others are slower or failed
    Precise,  ///< the intervals of all that are left are as narrow as asked for
    RoundsUp, ///< as many rounds as were allowed
    TimeUp,   ///< whoever runs the race said so
    NoneLeft, ///< all failed
};

/// In words, such as "time was up".
std::string endName(RaceEnd end);

struct RaceStanding {
    std::vector<CandidateStanding> candidates; ///< as they were given
    int winner = -1;                           ///< index; -1: none
    int best = -1;        ///< the one with the least time by the race's rounds, from which those that left are told
    int rounds = 0;       ///< raced, all of them whole
    double precision = 0; ///< reached: half the widest interval of those that are left, 0.01 is 1 %; 0: not known
    RaceEnd end = RaceEnd::NotYet;
    bool finished = false; ///< the last few were measured again, too
    std::vector<RaceWarning> warnings;
};

constexpr auto fields(const RaceStanding*) {
    using T = RaceStanding;
    return FieldList{Field{"candidates", &T::candidates},
                     Field{"winner", &T::winner},
                     Field{"best", &T::best},
                     Field{"rounds", &T::rounds, Timed},
                     Field{"precision", &T::precision, Timed},
                     Field{"end", &T::end},
                     Field{"finished", &T::finished},
                     Field{"warnings", &T::warnings, Timed}};
}

} // namespace lightbench
