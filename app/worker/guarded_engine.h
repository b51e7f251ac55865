// The engine of the window and the command line. It decides for every stack whether it runs in this process or in a
// worker process. A worker can be ended if a kernel hangs or a driver aborts.
#pragma once

#include "app/worker/worker_engine.h"

namespace lightbench {

struct GuardSettings {
    bool isolated = false; ///< run everything in the worker, so that a driver that aborts cannot end the program
    WorkerSettings worker;
    KernelLibrary kernels{}; ///< Engine::kernels, in either process
};

/// As the lab has it: everything runs in the worker, which is ended soon if it ignores a stop.
GuardSettings labGuardSettings();

/// The rule for what runs where: a stack with a stage that needs progress (core/run/stack.h) runs in the worker. Every
/// other stack runs in this process, or in the worker too if `isolated`. Report::ranInWorker says which it was.
std::unique_ptr<Engine> makeGuardedEngine(GuardSettings settings);

} // namespace lightbench
