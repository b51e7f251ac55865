// The result of a race, while it runs and after it: each candidate's status, times, ratios and warnings. Experiments
// turn it into rows.
#pragma once

#include <string>
#include <vector>

#include "core/base/statistics.h"

namespace lightbench {

/// A candidate's time divided by another's: the median of the ratios within common rounds, and its interval. For
/// remaining candidates the interval is at the error of the whole race (between two tests it is only indicative). For
/// eliminated ones it is at the error of this ratio alone.
struct Ratio {
    double ratio = 0;            ///< 0: no common round
    double lower = 0, upper = 0; ///< both 0: too few rounds
    int rounds = 0;
};

/// A warning about doubtful timings, and why.
struct RaceWarning {
    enum Kind {
        Drift,        ///< times rise or fall over the rounds
        Jump,         ///< all times change from one round on: another clock speed, or other load
        Bimodal,      ///< the timings of a candidate form two clusters with a gap
        FewTicks,     ///< timings last few clock ticks, so that times a tick apart tie
        OtherLoad,    ///< the host needed much more time than the device
        NotConfirmed, ///< in the final measurements another finalist was faster than the winner
    } kind = Drift;
    double figure = 0; ///< Drift, Jump, Bimodal, NotConfirmed: a ratio of times; FewTicks: ticks; OtherLoad: share
    std::string text;  ///< for people
};

/// Its name in reports: "drift", "jump", "two humps", "few ticks", "other load" or "not confirmed".
std::string warningName(RaceWarning::Kind kind);

enum class RaceStatus {
    Winner, ///< preferred among the remaining candidates; so far, while the race runs
    /// Not shown to be slower than the best by more than the margin; or shown, but the winner is no faster.
    Tie,
    /// Shown to be slower and eliminated after its last round; its ratio to the winner and its time are larger.
    Slower,
    Failed, ///< no time or a wrong result
};

/// Times are per run, microseconds.
struct CandidateStanding {
    std::string name;
    RaceStatus status = RaceStatus::Tie;
    std::string reason; ///< why it was eliminated or failed; otherwise empty
    int rounds = 0;     ///< judged rounds; for an eliminated candidate, its last one
    int runs = 1;       ///< per timing
    /// True if `timeUs` comes from the final measurements. Otherwise it comes from the rounds, and before the first
    /// round from the warm-up. An eliminated candidate shows the winner's time multiplied by their ratio, since the
    /// device's speed may have changed meanwhile.
    bool isConfirmed = false;
    Summary timeUs;
    Ratio toWinner, toBaseline;
    std::vector<double> timingsUs; ///< one per round
    std::vector<double> confirmationUs;
    std::vector<RaceWarning> warnings;
};

/// Why the racing rounds ended.
enum class RaceEnd {
    NotYet,
    OneLeft,  ///< all others are slower or failed
    Precise,  ///< all remaining intervals are narrow enough
    RoundsUp, ///< the maximum number of rounds was reached
    TimeUp,   ///< the caller ended it
    NoneLeft, ///< all failed
};

/// In words, such as "time was up".
std::string endName(RaceEnd end);

struct RaceStanding {
    std::vector<CandidateStanding> candidates; ///< in the given order
    int winner = -1;                           ///< index; -1: none
    int best = -1;        ///< the candidate with the shortest time in the rounds; eliminated ones were compared with it
    int rounds = 0;       ///< complete racing rounds
    double precision = 0; ///< the precision reached: half the widest remaining interval, 0.01 is 1 %; 0: unknown
    RaceEnd end = RaceEnd::NotYet;
    bool finished = false; ///< the finalists were measured again too
    std::vector<RaceWarning> warnings;
};

} // namespace lightbench
