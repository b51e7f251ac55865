// Intervals, narrowed.
#include "core/run/clock_tie.h"

#include <algorithm>
#include <utility>

namespace lightbench {

void ClockBounds::notBefore(std::int64_t device, std::int64_t host) { least = std::max(least, host - device); }

void ClockBounds::notAfter(std::int64_t device, std::int64_t host) { most = std::min(most, host - device); }

void ClockBounds::inside(std::int64_t device, HostSpan host) {
    notBefore(device, host.begin);
    notAfter(device, host.end);
}

namespace {
ClockBounds uncrossed(ClockBounds bounds) {
    if (bounds.least > bounds.most) std::swap(bounds.least, bounds.most);
    return bounds;
}
} // namespace

ClockDistance::ClockDistance(ClockBounds order, ClockBounds timer, ClockBounds queued) {
    if (!order.isKnown()) return;
    tie_ = ClockTie::Order;
    ClockBounds known = uncrossed(order);
    const auto narrow = [&](ClockBounds by, ClockTie tie) {
        if (!by.isKnown()) return;
        by = uncrossed(by);
        const ClockBounds both{std::max(known.least, by.least), std::min(known.most, by.most)};
        if (both.least > both.most || both.most - both.least >= known.most - known.least) return;
        known = both;
        tie_ = tie;
    };
    narrow(queued, ClockTie::QueuedStamps);
    narrow(timer, ClockTie::DeviceTimer);
    halfWidth_ = (known.most - known.least) / 2;
    distance_ = known.least + halfWidth_;
}

} // namespace lightbench
