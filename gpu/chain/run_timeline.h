// The timeline of a run: each repeat's commands and host work put on one axis, of which the report gets the repeat
// that is shown, with what the run did around it.
#pragma once

#include <vector>

#include "core/run/timeline.h"
#include "gpu/chain/host_log.h"
#include "gpu/chain/timing.h"

namespace lightbench {

/// One or several commands of a repeat, and what they are.
struct NamedMark {
    DeviceWork work = DeviceWork::Kernel;
    int stage = -1;
    std::string name;
    std::uint64_t bytes = 0;
    const Mark* mark = nullptr;
};

/// Those of a stage's rows that are commands, in their order.
void addMarks(std::vector<NamedMark>& to, int stage, const std::vector<KernelReport>& rows,
              const std::vector<Mark>& marks);

/// One repeat, with 0 at its wall time's begin. `finished`: when the host knew that all was done. `timer`: as
/// timerBounds() has it.
Timeline timelineOf(const std::vector<NamedMark>& marks, const std::vector<HostEntry>& host, HostSpan wall,
                    const ClockBounds& timer);

/// Collects a run's repeats, and what it does before and after them.
class RunTimeline {
public:
    /// What the run did outside its repeats; a repeat is put here too when it ends.
    HostLog around;
    void add(Timeline repeat, HostSpan wall);
    /// The timeline of that repeat with what was around it. Empty if there is no such repeat.
    Timeline of(int repeat) const;

private:
    std::vector<Timeline> repeats_;
    std::vector<HostSpan> walls_;
};

} // namespace lightbench
