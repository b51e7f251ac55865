// The error of a worker that ended during a request: what was at work, how it ended, and what to try. The worker engine
// throws it.
#pragma once

#include <string>

#include "app/worker/worker_link.h"
#include "core/base/error.h"
#include "core/run/stack.h"

namespace lightbench {

/// The worker ended during a request, by itself or by force. The kind is Device; the message names stage and variant.
struct WorkerEnded : Error {
    using Error::Error;
    bool wasLate = false;   ///< it was ended because it made no progress
    bool wasKilled = false; ///< somebody else ended it by SIGKILL, which no driver does
    bool gaveUp = false;    ///< a driver ended it while it compiled, or said why it ends
    std::string variant{};  ///< that was at work; empty if that is not known
    std::string words{};    ///< the driver's last words, if they name the cause
};

/// What the worker is asked to do: a stack on a device, or an empty stack for other work there.
struct WorkerJob {
    int device = 0;
    const Stack& stack;
    const FilterCatalog& filters; ///< the catalog that the stack refers to
    std::string name = "the run"; ///< of what is no stage
};

/// `program` is the worker's, `device` the device's name if it is known.
WorkerEnded workerEnded(const WorkerJob& job, const WorkerFailure& end, const std::string& program,
                        const std::string& device);

/// What happened, as the rest of a sentence that begins with what was at work.
std::string failureText(const WorkerFailure& end, const std::string& advice, const std::string& program);

} // namespace lightbench
