#include "gpu/execution/run_timeline.h"

#include <dlfcn.h>

#include <algorithm>

namespace lightbench {

namespace {
/// clGetDeviceAndHostTimer, which the OpenCL 1.2 bindings do not declare.
using DeviceTimer = cl_int(CL_API_CALL*)(cl_device_id, cl_ulong*, cl_ulong*);
constexpr cl_platform_info hostTimerResolution = 0x0905; // CL_PLATFORM_HOST_TIMER_RESOLUTION

/// True for version 2.1 or later, such as "OpenCL 3.0 ...". Older drivers have no such entry in their dispatch table.
bool isOf21(const std::string& version) {
    return version.starts_with("OpenCL ") && version.size() > 9 && version.substr(7, 3) >= "2.1";
}

bool offersTimer(const cl::Device& device) {
    const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
    cl_ulong resolution = 0;
    return isOf21(platform.getInfo<CL_PLATFORM_VERSION>()) && isOf21(device.getInfo<CL_DEVICE_VERSION>()) &&
           clGetPlatformInfo(platform(), hostTimerResolution, sizeof resolution, &resolution, nullptr) == CL_SUCCESS &&
           resolution > 0;
}

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
ClockOffset distanceOf(const std::vector<NamedCommand>& commands, HostSpan wall, const ClockBounds& timer) {
    ClockBounds order, queued;
    forEachCommand(commands, [&](const NamedCommand& command, const Stamps& stamps) {
        order.notBefore(stamps.started, command.timed->call.begin);
        order.notAfter(stamps.ended, wall.end);
        queued.inside(stamps.queued, command.timed->call);
    });
    return {order, timer, queued};
}

DeviceSlice sliceOf(const NamedCommand& command, const Stamps& stamps, const ClockOffset& clocks, std::int64_t origin) {
    const auto us = [&](std::int64_t stamp) { return double(clocks.hostOf(stamp) - origin) / 1000; };
    DeviceSlice slice = command.slice;
    slice.startedUs = us(stamps.started);
    slice.endedUs = us(stamps.ended);
    slice.isFirstLaunch = command.timed->isFirstLaunch;
    if (command.timed->events.size() > 1) slice.bytes = 0; // those of each event are unknown
    slice.submittedUs = std::min(us(stamps.submitted), slice.startedUs);
    slice.queuedUs = std::min(us(stamps.queued), slice.submittedUs);
    return slice;
}

void addHost(std::vector<HostSlice>& to, const HostEntry& entry, std::int64_t origin) {
    to.push_back({entry.work, entry.stage, entry.name, double(entry.span.begin - origin) / 1000,
                  double(entry.span.end - origin) / 1000});
}
} // namespace

ClockBounds timerBounds(const cl::Device& device) {
    ClockBounds bounds;
    static const auto read = reinterpret_cast<DeviceTimer>(::dlsym(RTLD_DEFAULT, "clGetDeviceAndHostTimer"));
    if (!read || !offersTimer(device)) return bounds;
    for (int reading = 0; reading < 3; ++reading) {
        cl_ulong stamp = 0, hosts = 0;
        const std::int64_t begin = hostNow();
        if (read(device(), &stamp, &hosts) != CL_SUCCESS) return {};
        bounds.inside(std::int64_t(stamp), {begin, hostNow()});
    }
    return bounds;
}

void addCommands(std::vector<NamedCommand>& to, int stage, const std::vector<KernelReport>& rows,
                 const std::vector<TimedCommand>& commands) {
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (!commands[i].events.empty())
            to.push_back({{.work = workOf(rows[i]), .stage = stage, .name = rows[i].name, .bytes = rows[i].bytes},
                          &commands[i]});
}

void RunTimeline::add(const std::vector<NamedCommand>& commands, const std::vector<HostEntry>& host, HostSpan wall,
                      const ClockBounds& timer) {
    Timeline timeline;
    timeline.repeat = int(repeats_.size());
    timeline.wallUs = double(wall.end - wall.begin) / 1000;
    const ClockOffset clocks = distanceOf(commands, wall, timer);
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
    repeats_.push_back({std::move(timeline), wall});
    outsideRepeats.add({HostWork::Repeat, wholeRun, "repeat " + std::to_string(repeats_.size()), wall});
}

Timeline RunTimeline::of(int repeat) const {
    if (repeat < 0 || std::size_t(repeat) >= repeats_.size()) return {};
    Timeline timeline = repeats_[std::size_t(repeat)].timeline;
    const HostSpan wall = repeats_[std::size_t(repeat)].wall;
    for (const HostEntry& entry : outsideRepeats.entries()) // what it contains has its own entries
        if (entry.span.end <= wall.begin || entry.span.begin >= wall.end) addHost(timeline.host, entry, wall.begin);
    std::ranges::stable_sort(timeline.host, {}, &HostSlice::beginUs);
    return timeline;
}

} // namespace lightbench
