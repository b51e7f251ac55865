// Correlates the device's clock with the host's from pairs of events whose order is known. Timelines use it to show
// both on one axis. All times are in nanoseconds.
#pragma once

#include <cstdint>

#include "core/run/timeline.h"

namespace lightbench {

/// An interval of the host's clock, nanoseconds.
struct HostSpan {
    std::int64_t begin = 0, end = 0;
};

/// Bounds for the clock offset host - device, nanoseconds. Within one repeat both clocks are assumed to run at the same
/// rate; the real difference is a few parts in a million.
struct ClockBounds {
    std::int64_t minimum = INT64_MIN, maximum = INT64_MAX;

    /// The device's timestamp was taken at this host time or later.
    void notBefore(std::int64_t device, std::int64_t host);
    /// The device's timestamp was taken at this host time or earlier.
    void notAfter(std::int64_t device, std::int64_t host);
    void inside(std::int64_t device, HostSpan host);
    bool isKnown() const { return minimum != INT64_MIN && maximum != INT64_MAX; }
};

/// The clock offset that follows from the bounds. A source that contradicts a more reliable one is ignored.
class ClockOffset {
public:
    /// `order` is the most reliable source; `timer` and `queued` narrow it where they overlap with it. Bounds may cross
    /// because timestamps are coarse or the clocks drift; the true offset is then between them.
    ClockOffset(ClockBounds order, ClockBounds timer, ClockBounds queued);
    ClockCorrelation correlation() const { return correlation_; }
    std::int64_t hostOf(std::int64_t device) const { return device + distance_; }
    double uncertaintyUs() const { return double(halfWidth_) / 1000; }

private:
    ClockCorrelation correlation_ = ClockCorrelation::None;
    std::int64_t distance_ = 0, halfWidth_ = 0;
};

} // namespace lightbench
