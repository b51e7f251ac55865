// The engine of the lab and the command line. It runs stacks in a worker process, because a driver can crash, and a
// kernel may never end: the process can be ended then, and this one goes on.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/worker/worker_ended.h"
#include "core/run/engine.h"

namespace lightbench {

struct WorkerSettings {
    /// Run stacks in this process, except those with a stage that needs progress (core/run/stack.h).
    /// Report::ranInWorker says where a stack ran.
    bool inProcess = false;
    std::string program{};                ///< empty: lightbench-worker in this program's folder
    std::vector<std::string> arguments{}; ///< passed before the worker's own arguments
    /// Seconds without progress after which the worker is ended; 0: never. Progress is the start of a stage's kernels
    /// or builds and the end of a measurement; time in CPU references of a run does not count. Without a value the
    /// limit is 60 for a stack that needs progress or runs the user's kernels (core/run/stack.h), plus its cap for a
    /// measurement. Other stacks then have no limit, because their kernels end by themselves.
    std::optional<double> timeOutSeconds{};
    /// The limit in seconds for listing devices, if timeOutSeconds has no value.
    double listSeconds = 15;
    /// Seconds that the worker has to stop by itself after a stop request, before it is ended.
    double graceSeconds = 1;
    KernelLibrary kernels{}; ///< Engine::kernels, in either process
    /// Called with problems of this machine that do not fail a run. Without it, they appear in the reports.
    std::function<void(const std::string&)> warn{};
};

/// As the lab has it: the worker is ended soon if it ignores a stop.
WorkerSettings labWorkerSettings();

/// The process starts at the first request and is kept for the next ones. After it has ended, or after an error of a
/// device, the next request starts another.
/// If it ends or hangs while it lists devices, each installed driver is tested in its own process. Drivers that crash
/// or hang are left out from then on, each with a warning in devices(). What fails on PoCL is tried again with an empty
/// kernel cache, because a damaged file in the cache fails every run. Where the driver gives up on a variant that
/// `auto` chose, another one runs, with a warning.
std::unique_ptr<Engine> makeWorkerEngine(const WorkerSettings& settings);

} // namespace lightbench
