// Names the slices, and divides the wall time into parts without counting any time twice.
#include "core/run/timeline.h"

#include <algorithm>
#include <array>

namespace lightbench {

namespace {
struct Span {
    double begin = 0, end = 0;
};

/// The wall time that no part has claimed yet.
class Unclaimed {
public:
    explicit Unclaimed(double wallUs) : free_{{0, wallUs}} {}
    /// Claims the unclaimed part of a span and returns its length.
    double take(Span wanted) {
        double taken = 0;
        std::vector<Span> left;
        for (const Span& one : free_) {
            const Span both{std::max(one.begin, wanted.begin), std::min(one.end, wanted.end)};
            if (both.end <= both.begin) {
                left.push_back(one);
                continue;
            }
            taken += both.end - both.begin;
            if (one.begin < both.begin) left.push_back({one.begin, both.begin});
            if (both.end < one.end) left.push_back({both.end, one.end});
        }
        free_ = std::move(left);
        return taken;
    }
    double rest() const {
        double sum = 0;
        for (const Span& one : free_)
            sum += one.end - one.begin;
        return sum;
    }

private:
    std::vector<Span> free_;
};

double& partOf(TimelineParts& parts, const DeviceSlice& slice) {
    const bool isForStep = slice.stage >= 0 && slice.work != DeviceWork::Kernel && slice.work != DeviceWork::Fill;
    if (isForStep) return parts.stepsUs;
    switch (slice.work) {
    case DeviceWork::Upload: return parts.uploadUs;
    case DeviceWork::Kernel: return parts.kernelsUs;
    case DeviceWork::Fill: return parts.fillsUs;
    case DeviceWork::Download: break;
    }
    return parts.downloadUs;
}

void takeHost(const std::vector<HostSlice>& slices, std::initializer_list<HostWork> works, Unclaimed& free,
              double& part) {
    for (const HostSlice& slice : slices)
        if (std::ranges::find(works, slice.work) != works.end()) part += free.take({slice.beginUs, slice.endUs});
}
} // namespace

std::string_view workName(DeviceWork work) {
    constexpr std::array names{"upload", "kernel", "fill", "download"};
    return names[std::min(std::size_t(work), names.size() - 1)];
}

std::string_view workName(HostWork work) {
    constexpr std::array names{"planning",   "building",  "repeat",     "reporting", "checking", "timing the reference",
                               "histograms", "preparing", "enqueueing", "waiting",   "host step"};
    return names[std::min(std::size_t(work), names.size() - 1)];
}

std::string_view correlationName(ClockCorrelation correlation) {
    constexpr std::array names{"none", "order of events", "queued stamps", "device timer"};
    return names[std::min(std::size_t(correlation), names.size() - 1)];
}

double TimelineParts::sumUs() const {
    return uploadUs + kernelsUs + fillsUs + downloadUs + stepsUs + buildUs + queueUs + hostUs + completionWaitUs;
}

double TimelineParts::accounted() const { return wallUs() > 0 ? sumUs() / wallUs() : 1; }

TimelineParts Timeline::parts() const {
    TimelineParts parts;
    Unclaimed free(wallUs);
    for (const DeviceSlice& slice : device)
        partOf(parts, slice) += free.take({slice.startedUs, slice.endedUs});
    takeHost(host, {HostWork::Step}, free, parts.stepsUs);
    takeHost(host, {HostWork::Build}, free, parts.buildUs);
    for (const DeviceSlice& slice : device)
        (slice.isFirstLaunch ? parts.buildUs : parts.queueUs) += free.take({slice.queuedUs, slice.startedUs});
    takeHost(host, {HostWork::Prepare, HostWork::Enqueue}, free, parts.hostUs);
    takeHost(host, {HostWork::Wait}, free, parts.completionWaitUs);
    parts.otherUs = free.rest();
    return parts;
}

double Timeline::firstUs() const {
    double first = 0;
    for (const DeviceSlice& slice : device)
        first = std::min(first, slice.queuedUs);
    for (const HostSlice& slice : host)
        first = std::min(first, slice.beginUs);
    return first;
}

double Timeline::lastUs() const {
    double last = wallUs;
    for (const DeviceSlice& slice : device)
        last = std::max(last, slice.endedUs);
    for (const HostSlice& slice : host)
        last = std::max(last, slice.endUs);
    return last;
}

} // namespace lightbench
