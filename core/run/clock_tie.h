// Bringing one clock's stamps onto another's: what is known of the distance between two clocks, from pairs of moments
// whose order is sure.
#pragma once

#include <cstdint>

#include "core/run/timeline.h"

namespace lightbench {

/// A stretch of the host's clock, nanoseconds.
struct HostSpan {
    std::int64_t begin = 0, end = 0;
};

/// The distance host - device lies between two bounds, nanoseconds. Over one repeat both clocks run at one rate: they
/// differ by some parts in a million.
struct ClockBounds {
    std::int64_t least = INT64_MIN, most = INT64_MAX;

    /// The device's stamp was not taken before that moment of the host.
    void notBefore(std::int64_t device, std::int64_t host);
    /// Nor after that one.
    void notAfter(std::int64_t device, std::int64_t host);
    void inside(std::int64_t device, HostSpan host);
    bool isKnown() const { return least != INT64_MIN && most != INT64_MAX; }
};

/// What the bounds come to. Sources that contradict what is surer are left out.
class ClockDistance {
public:
    /// `order` is the surest; then the timer's and the queued stamps' bounds narrow it where they overlap with it.
    /// Bounds that are crossed, since stamps are coarse or the clocks drift, have the truth between them.
    ClockDistance(ClockBounds order, ClockBounds timer, ClockBounds queued);
    ClockTie tie() const { return tie_; }
    std::int64_t hostOf(std::int64_t device) const { return device + distance_; }
    double uncertaintyUs() const { return double(halfWidth_) / 1000; }

private:
    ClockTie tie_ = ClockTie::None;
    std::int64_t distance_ = 0, halfWidth_ = 0;
};

} // namespace lightbench
