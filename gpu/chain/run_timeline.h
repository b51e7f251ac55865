// Builds the timeline of a run: device commands and host work of each repeat on one axis. Executor collects all repeats
// and puts the shown one into the report.
#pragma once

#include <vector>

#include "core/run/timeline.h"
#include "gpu/chain/host_log.h"
#include "gpu/chain/timing.h"

namespace lightbench {

/// Bounds from a few readings of the device timer, each between two readings of the host's steady clock
/// (clGetDeviceAndHostTimer, OpenCL 2.1, section 4.3). Its device timestamp has the timebase of
/// clGetEventProfilingInfo; its host timestamp has an unspecified timebase and is ignored. The bounds are unknown if
/// platform or device lack the timer: CL_PLATFORM_HOST_TIMER_RESOLUTION is 0 then.
ClockBounds timerBounds(const cl::Device& device);

/// One or several commands of a repeat, with their description.
struct NamedCommand {
    DeviceWork work = DeviceWork::Kernel;
    int stage = wholeRun;
    std::string name;
    std::uint64_t bytes = 0;
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
    std::vector<Timeline> repeats_;
    std::vector<HostSpan> walls_;
};

} // namespace lightbench
