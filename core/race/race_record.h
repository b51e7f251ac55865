// The turns that a race requests and the samples that it receives. The records of a race, in order, are all it needs to
// resume. core/race/race.h uses them.
#pragma once

#include <cstddef>
#include <string>

#include "core/base/fields.h"

namespace lightbench {

enum class RacePhase {
    WarmUp, ///< not part of the result
    Racing,
    Confirmation, ///< the finalists again; these times are shown
};

/// Its name in journals: "warm-up", "racing", or "fresh" for Confirmation.
std::string phaseName(RacePhase phase);

/// The next measurement.
struct Turn {
    std::size_t candidate = 0; ///< index
    RacePhase phase = RacePhase::WarmUp;
    int round = 1; ///< of its phase, from 1
    int runs = 1;  ///< runs timed together as one sample, without a pause
};

constexpr auto fields(const Turn*) {
    using T = Turn;
    return FieldList{Field{"candidate", &T::candidate}, Field{"phase", &T::phase}, Field{"round", &T::round},
                     Field{"runs", &T::runs}};
}

/// A turn and its result. Times cover all its runs together, microseconds.
struct RaceRecord {
    Turn turn;
    double timeUs = 0;  ///< the time that the race compares, for example from OpenCL events
    double wallUs = 0;  ///< host time around it; 0: unknown
    std::string reason; ///< why there is no time or the result is wrong; otherwise empty
};

constexpr auto fields(const RaceRecord*) {
    using T = RaceRecord;
    return FieldList{Field{"turn", &T::turn}, Field{"time_us", &T::timeUs, Timed}, Field{"wall_us", &T::wallUs, Timed},
                     Field{"reason", &T::reason}};
}

} // namespace lightbench
