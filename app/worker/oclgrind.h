// Runs a stack in Oclgrind: a worker whose only device is that simulator, which watches every access to memory. The
// guarded engine uses it.
#pragma once

#include "app/worker/worker_engine.h"

namespace lightbench {

/// As Engine::checkMemory says. The image is cut to memoryCheckSize, because the simulator is slow.
MemoryCheck checkInOclgrind(const RunRequest& request, double seconds, const std::stop_token& stop,
                            WorkerSettings settings);

inline constexpr Size memoryCheckSize{64, 64};

} // namespace lightbench
