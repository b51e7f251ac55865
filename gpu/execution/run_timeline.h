// The timeline of a run: device commands and host work of each repeat on one axis. Executor collects all repeats and
// puts the shown one into the report.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "core/run/timeline.h"
#include "gpu/execution/timing.h"

namespace lightbench {

/// The host's steady clock in nanoseconds.
inline std::int64_t hostNow() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// The stage index of work that belongs to the whole run rather than to one stage.
inline constexpr int wholeRun = -1;

struct HostEntry {
    HostWork work = HostWork::Prepare;
    int stage = wholeRun;
    std::string name;
    HostSpan span;
};

/// What the host does during a run. An entry costs two clock readings.
class HostLog {
public:
    /// Adds work that began at `begin` and ends now.
    HostSpan add(HostWork work, int stage, std::string name, std::int64_t begin) {
        entries_.push_back({work, stage, std::move(name), {begin, hostNow()}});
        return entries_.back().span;
    }
    void add(HostEntry entry) { entries_.push_back(std::move(entry)); }
    const std::vector<HostEntry>& entries() const { return entries_; }
    std::vector<HostEntry> take() { return std::exchange(entries_, {}); }

private:
    std::vector<HostEntry> entries_;
};

/// Bounds from a few readings of the device timer, each between two readings of the host's steady clock
/// (clGetDeviceAndHostTimer, OpenCL 2.1, section 4.3). Its device timestamp has the timebase of
/// clGetEventProfilingInfo; its host timestamp has an unspecified timebase and is ignored. The bounds are unknown if
/// platform or device lack the timer: CL_PLATFORM_HOST_TIMER_RESOLUTION is 0 then.
ClockBounds timerBounds(const cl::Device& device);

/// One or several commands of a repeat.
struct NamedCommand {
    DeviceSlice slice; ///< all but its times
    const TimedCommand* timed = nullptr;
};

/// Adds the rows of a stage that are device commands, in order.
void addCommands(std::vector<NamedCommand>& to, int stage, const std::vector<KernelReport>& rows,
                 const std::vector<TimedCommand>& commands);

/// Collects a run's repeats, and the host work before and after them.
class RunTimeline {
public:
    /// The work outside the repeats; each finished repeat is added too.
    HostLog outsideRepeats;
    /// Adds a repeat; 0 is the start of its wall time. `timer` comes from timerBounds().
    void add(const std::vector<NamedCommand>& commands, const std::vector<HostEntry>& host, HostSpan wall,
             const ClockBounds& timer);
    /// The timeline of that repeat with the work outside the repeats. Empty if it does not exist.
    Timeline of(int repeat) const;

private:
    struct Repeat {
        Timeline timeline;
        HostSpan wall;
    };
    std::vector<Repeat> repeats_;
};

} // namespace lightbench
