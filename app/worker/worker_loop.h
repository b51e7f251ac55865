// The worker's side of the protocol: receives requests from a socket, runs them on its own engine and answers. It is
// all that the program lightbench-worker does. Tests call it to act as a worker.
#pragma once

#include <functional>
#include <memory>

#include "core/run/engine.h"

namespace lightbench {

/// Serves the socket until the other side closes it, then ends the process, even during a kernel that never ends. The
/// engine is created at the first request.
[[noreturn]] void serveWorker(int socket, const std::function<std::unique_ptr<Engine>()>& makeEngine);

/// Returns the socket if these are the arguments of a worker ("... --socket N" at the end), else -1.
int workerSocket(int argc, char** argv);

} // namespace lightbench
