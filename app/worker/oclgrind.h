// Runs a stack in Oclgrind: a worker whose only device is that simulator, which watches every access to memory. The
// guarded engine uses it, and the check of stages without a reference (app/worker/unwritten_values.h).
#pragma once

#include "app/worker/worker_engine.h"

namespace lightbench {

/// As Engine::checkMemory says. The image is cut to memoryCheckSize, because the simulator is slow.
MemoryCheck checkInOclgrind(const RunRequest& request, double seconds, const std::stop_token& stop,
                            WorkerSettings settings);

/// True if the program is installed.
bool hasOclgrind();

/// Small, and no usual workgroup divides it, so that a kernel that does not look at the image's end is found.
inline constexpr Size memoryCheckSize{61, 59};

} // namespace lightbench
