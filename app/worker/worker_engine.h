// An engine that runs stacks in another process, which it can end: for kernels that may never end, and for drivers that
// may take the program with them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/run/engine.h"

namespace lightbench {

struct WorkerSettings {
    std::string program;                ///< empty: lightbench-worker beside the program that runs
    std::vector<std::string> arguments; ///< before those of the worker itself
    /// A device that gives no sign of progress for so long is given up and the worker ended. 0: never. Signs are the
    /// start of each stage's kernels and builds, and the end of a measurement; the time that references of a run take
    /// on the host does not count. Without a value: 60 for a stack that needs progress (core/run/stack.h), which may
    /// never end, for a measurement its cap more; none for others, whose kernels end by themselves, be it late.
    std::optional<double> timeOutSeconds;
    /// The same for drivers that are asked for their devices, where timeOutSeconds has no value.
    double listSeconds = 15;
    /// After a request to stop, the worker has so long to stop by itself before it is ended.
    double graceSeconds = 1;
    KernelLibrary kernels{}; ///< Engine::kernels
    /// Told of what is wrong on this machine while runs go well all the same; without it their reports are.
    std::function<void(const std::string&)> warn{};
};

/// The worker ended, by itself or because it was ended, amid a run. Kind Device; names stage and variant.
struct WorkerEnded : Error {
    using Error::Error;
    bool wasLate = false; ///< it was ended for making no progress
};

/// The process is started at the first request and kept for the next ones; after it has ended, the next request starts
/// another. Where it ends, or is silent for too long, while devices are looked for, each installed driver is asked in a
/// process of its own: those that end it or hang are left out from then on, each named in a warning of devices(). What
/// fails on PoCL is tried once more with an empty cache of compiled kernels: a damaged file there fails every run.
std::unique_ptr<Engine> makeWorkerEngine(const WorkerSettings& settings);

} // namespace lightbench
