// Describes the standing of a race, so that tests can compare whole races, also as JSON.
#pragma once

#include "core/base/fields.h"
#include "core/base/json.h"
#include "core/race/race.h"

namespace lightbench {

constexpr auto fields(const NextTiming*) {
    using T = NextTiming;
    return FieldList{Field{"candidate", &T::candidate}, Field{"phase", &T::phase}, Field{"round", &T::round},
                     Field{"runs", &T::runs}};
}

constexpr auto fields(const Ratio*) {
    using T = Ratio;
    return FieldList{Field{"ratio", &T::ratio, Timed}, Field{"lower", &T::lower, Timed},
                     Field{"upper", &T::upper, Timed}, Field{"rounds", &T::rounds, Timed}};
}

constexpr auto fields(const RaceWarning*) {
    using T = RaceWarning;
    return FieldList{Field{"kind", &T::kind}, Field{"figure", &T::figure, Timed}, Field{"text", &T::text}};
}

constexpr auto fields(const CandidateStanding*) {
    using T = CandidateStanding;
    return FieldList{Field{"name", &T::name},
                     Field{"status", &T::status},
                     Field{"reason", &T::reason},
                     Field{"rounds", &T::rounds, Timed},
                     Field{"runs", &T::runs, Timed},
                     Field{"fresh", &T::isConfirmed, Timed},
                     Field{"time_us", &T::timeUs, Timed},
                     Field{"to_winner", &T::toWinner, Timed},
                     Field{"to_baseline", &T::toBaseline, Timed},
                     Field{"samples_us", &T::timingsUs, Timed},
                     Field{"fresh_us", &T::confirmationUs, Timed},
                     Field{"warnings", &T::warnings, Timed}};
}

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

inline std::string statusName(RaceStatus status) {
    switch (status) {
    case RaceStatus::Winner: return "winner";
    case RaceStatus::Tie: return "tie";
    case RaceStatus::Slower: return "slower";
    case RaceStatus::Failed: break;
    }
    return "failed";
}

inline Json toJson(RaceStatus status) { return statusName(status); }
inline Json toJson(RaceEnd end) { return endName(end); }
inline Json toJson(RaceWarning::Kind kind) { return warningName(kind); }

} // namespace lightbench
