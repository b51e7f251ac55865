// What a race asks for, and what it is told: one sample of one candidate. Written down in their order, records are all
// that a race needs to go on where it was stopped.
#pragma once

#include <cstddef>
#include <string>

#include "core/base/fields.h"

namespace lightbench {

enum class RacePhase {
    WarmUp, ///< not judged
    Racing,
    Fresh, ///< the last few once more; what they take now is what is shown of them
};

/// As journals name it: "warm-up", "racing" or "fresh".
std::string phaseName(RacePhase phase);

/// Who is measured next.
struct Turn {
    std::size_t candidate = 0; ///< index
    RacePhase phase = RacePhase::WarmUp;
    int round = 1; ///< of its phase, from 1
    int runs = 1;  ///< to be timed as one sample, one behind the other
};

constexpr auto fields(const Turn*) {
    using T = Turn;
    return FieldList{Field{"candidate", &T::candidate}, Field{"phase", &T::phase}, Field{"round", &T::round},
                     Field{"runs", &T::runs}};
}

/// A turn and what came of it. Times are of all its runs together, microseconds.
struct RaceRecord {
    Turn turn;
    double timeUs = 0;  ///< what is judged, such as the device's time by events
    double wallUs = 0;  ///< by the clock of the host around it; 0: not known
    std::string reason; ///< why there is no time, or why its result does not count; empty where all is well
};

constexpr auto fields(const RaceRecord*) {
    using T = RaceRecord;
    return FieldList{Field{"turn", &T::turn}, Field{"time_us", &T::timeUs, Timed}, Field{"wall_us", &T::wallUs, Timed},
                     Field{"reason", &T::reason}};
}

} // namespace lightbench
