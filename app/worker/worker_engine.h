// An engine that runs stacks in another process, which it can end: for kernels that may never end, and for drivers that
// may take the program with them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/engine.h"
#include "core/error.h"

namespace lightbench {

struct WorkerSettings {
    std::string program;                ///< empty: lightbench-worker beside the program that runs
    std::vector<std::string> arguments; ///< before those of the worker itself
    /// A device that gives no sign of progress for so long is given up and the worker ended. 0: never. Signs are the
    /// start of each stage's kernels and builds; the time that references take on the host does not count.
    double timeOutSeconds = 60;
    /// After a request to stop, the worker has so long to stop by itself before it is ended.
    double graceSeconds = 1;
};

/// The worker ended, by itself or because it was ended, amid a run. Kind Device; names stage and variant.
struct WorkerEnded : Error {
    using Error::Error;
};

/// The process is started at the first request and kept for the next ones; after it has ended, the next request starts
/// another.
std::unique_ptr<Engine> makeWorkerEngine(WorkerSettings settings);

} // namespace lightbench
