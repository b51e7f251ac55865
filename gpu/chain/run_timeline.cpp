// Converts timestamps of both clocks to slices on one axis.
#include "gpu/chain/run_timeline.h"

#include <algorithm>

namespace lightbench {

namespace {
DeviceWork workOf(const KernelReport& row) {
    if (row.onHost) return row.name == "upload" ? DeviceWork::Upload : DeviceWork::Download; // transfers of a host step
    return row.global[0] > 0 ? DeviceWork::Kernel : DeviceWork::Fill;
}

/// Calls f(command, stamps) for every event with usable timestamps.
template <class F> void forEachCommand(const std::vector<NamedCommand>& commands, const F& f) {
    for (const NamedCommand& command : commands)
        for (const cl::Event& event : command.timed->events)
            if (const Stamps stamps = stampsOf(event); stamps.isUsable()) f(command, stamps);
}

/// Correlates the clocks. OpenCL 1.2, section 5.12, defines QUEUED as "when the command identified by event is enqueued
/// in a command-queue by the host". START and END are when its execution starts and has finished on the device.
ClockDistance distanceOf(const std::vector<NamedCommand>& commands, HostSpan wall, const ClockBounds& timer) {
    ClockBounds order, queued;
    forEachCommand(commands, [&](const NamedCommand& command, const Stamps& stamps) {
        order.notBefore(stamps.started, command.timed->call.begin);
        order.notAfter(stamps.ended, wall.end);
        queued.inside(stamps.queued, command.timed->call);
    });
    return {order, timer, queued};
}

DeviceSlice sliceOf(const NamedCommand& command, const Stamps& stamps, const ClockDistance& clocks,
                    std::int64_t origin) {
    const auto us = [&](std::int64_t stamp) { return double(clocks.hostOf(stamp) - origin) / 1000; };
    DeviceSlice slice{command.work,
                      command.stage,
                      command.name,
                      0,
                      0,
                      us(stamps.started),
                      us(stamps.ended),
                      0,
                      command.timed->isFirstLaunch};
    // the bytes of each of several events are unknown
    if (command.timed->events.size() == 1) slice.bytes = command.bytes;
    slice.submittedUs = std::min(us(stamps.submitted), slice.startedUs);
    slice.queuedUs = std::min(us(stamps.queued), slice.submittedUs);
    return slice;
}

void addHost(std::vector<HostSlice>& to, const HostEntry& entry, std::int64_t origin) {
    to.push_back({entry.work, entry.stage, entry.name, double(entry.span.begin - origin) / 1000,
                  double(entry.span.end - origin) / 1000});
}
} // namespace

void addCommands(std::vector<NamedCommand>& to, int stage, const std::vector<KernelReport>& rows,
                 const std::vector<TimedCommand>& commands) {
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (!commands[i].events.empty())
            to.push_back({workOf(rows[i]), stage, rows[i].name, rows[i].bytes, &commands[i]});
}

Timeline timelineOf(const std::vector<NamedCommand>& commands, const std::vector<HostEntry>& host, HostSpan wall,
                    const ClockBounds& timer) {
    Timeline timeline;
    timeline.wallUs = double(wall.end - wall.begin) / 1000;
    const ClockDistance clocks = distanceOf(commands, wall, timer);
    timeline.correlation = clocks.correlation();
    timeline.uncertaintyUs = clocks.uncertaintyUs();
    for (const NamedCommand& command : commands)
        timeline.untimed += int(command.timed->events.size());
    forEachCommand(commands, [&](const NamedCommand& command, const Stamps& stamps) {
        timeline.device.push_back(sliceOf(command, stamps, clocks, wall.begin));
        --timeline.untimed;
    });
    for (const HostEntry& entry : host)
        addHost(timeline.host, entry, wall.begin);
    return timeline;
}

void RunTimeline::add(Timeline repeat, HostSpan wall) {
    repeat.repeat = int(repeats_.size());
    outsideRepeats.add({HostWork::Repeat, wholeRun, "repeat " + std::to_string(repeat.repeat + 1), wall});
    repeats_.push_back(std::move(repeat));
    walls_.push_back(wall);
}

Timeline RunTimeline::of(int repeat) const {
    if (repeat < 0 || std::size_t(repeat) >= repeats_.size()) return {};
    Timeline timeline = repeats_[std::size_t(repeat)];
    const HostSpan wall = walls_[std::size_t(repeat)];
    for (const HostEntry& entry : outsideRepeats.entries()) // what it contains has its own entries
        if (entry.span.end <= wall.begin || entry.span.begin >= wall.end) addHost(timeline.host, entry, wall.begin);
    std::ranges::stable_sort(timeline.host, {}, &HostSlice::beginUs);
    return timeline;
}

} // namespace lightbench
