// Runs a stack in Oclgrind: a worker whose only device is that simulator, which watches every access to memory. The
// worker engine uses it for checkMemory, and adds to checked runs what it finds.
#pragma once

#include <vector>

#include "app/worker/worker_engine.h"

namespace lightbench {

/// As Engine::checkMemory says. The image is cut to memoryCheckSize, because the simulator is slow.
MemoryCheck checkInOclgrind(const RunRequest& request, double seconds, const std::stop_token& stop,
                            WorkerSettings settings);

/// Small, and no usual workgroup divides it, so that a kernel that does not look at the image's end is found.
inline constexpr Size memoryCheckSize{61, 59};

/// The part of the check of a stage without a reference that only Oclgrind can do: whether a kernel of the user uses
/// values that nobody wrote, such as those of a buffer that is read before it is written.
class UnwrittenValues {
public:
    /// The report of a checked run with the findings of its stages completed. The same report where Oclgrind is not
    /// installed, or where no stage of the user lacks a reference. A stack that ran before is not run again. Throws
    /// Error(Cancelled).
    ReportPtr addTo(const ReportPtr& report, const RunRequest& request, const RunMonitor& monitor,
                    const WorkerSettings& settings);

private:
    /// A stack that Oclgrind ran.
    struct Known {
        Stack stack;
        std::vector<FilterDefinition> definitions;
        Format format;
        MemoryCheck found;
    };
    const MemoryCheck& checkOf(const RunRequest& request, const RunMonitor& monitor, const WorkerSettings& settings);

    std::vector<Known> known_; ///< the newest few
};

} // namespace lightbench
