// The part of the check of a stage without a reference that only Oclgrind can do: whether a kernel of the user uses
// values that nobody wrote, such as those of a buffer that is read before it is written. The guarded engine adds it to
// what a checked run found.
#pragma once

#include <vector>

#include "app/worker/oclgrind.h"
#include "core/run/engine.h"

namespace lightbench {

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
