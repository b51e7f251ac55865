// The engine of the window and the command line: in this process where that is safe, else in a worker.
#pragma once

#include "app/worker/worker_engine.h"

namespace lightbench {

struct GuardSettings {
    bool isolated = false; ///< everything goes to the worker: a driver that aborts cannot take the program with it
    WorkerSettings worker;
    KernelLibrary kernels{}; ///< Engine::kernels, wherever a stack runs
};

/// The one rule of what runs where: a stack with a stage that needs progress (core/run/stack.h) runs in the worker,
/// every other one in this process, or in the worker too if `isolated`. Report::ownProcess says which it was.
std::unique_ptr<Engine> makeGuardedEngine(GuardSettings settings);

} // namespace lightbench
