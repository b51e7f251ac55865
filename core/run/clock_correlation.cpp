// Intersects the intervals that each pair of events gives for the difference of the clocks.
#include "core/run/clock_correlation.h"

#include <algorithm>
#include <utility>

namespace lightbench {

void ClockBounds::notBefore(std::int64_t device, std::int64_t host) { minimum = std::max(minimum, host - device); }

void ClockBounds::notAfter(std::int64_t device, std::int64_t host) { maximum = std::min(maximum, host - device); }

void ClockBounds::inside(std::int64_t device, HostSpan host) {
    notBefore(device, host.begin);
    notAfter(device, host.end);
}

namespace {
ClockBounds uncrossed(ClockBounds bounds) {
    if (bounds.minimum > bounds.maximum) std::swap(bounds.minimum, bounds.maximum);
    return bounds;
}
} // namespace

ClockOffset::ClockOffset(ClockBounds order, ClockBounds timer, ClockBounds queued) {
    if (!order.isKnown()) return;
    correlation_ = ClockCorrelation::Order;
    ClockBounds known = uncrossed(order);
    const auto narrow = [&](ClockBounds by, ClockCorrelation correlation) {
        if (!by.isKnown()) return;
        by = uncrossed(by);
        const ClockBounds both{std::max(known.minimum, by.minimum), std::min(known.maximum, by.maximum)};
        if (both.minimum > both.maximum || both.maximum - both.minimum >= known.maximum - known.minimum) return;
        known = both;
        correlation_ = correlation;
    };
    narrow(queued, ClockCorrelation::QueuedStamps);
    narrow(timer, ClockCorrelation::DeviceTimer);
    halfWidth_ = (known.maximum - known.minimum) / 2;
    distance_ = known.minimum + halfWidth_;
}

} // namespace lightbench
