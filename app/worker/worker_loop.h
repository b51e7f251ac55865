// The worker's side: takes requests from a socket, runs them on an engine of its own, answers.
#pragma once

#include <functional>
#include <memory>

#include "core/run/engine.h"

namespace lightbench {

/// Serves the socket until the other side closes it, then ends the whole process, even amid a kernel that never ends.
/// The engine is made at the first request.
[[noreturn]] void serveWorker(int socket, const std::function<std::unique_ptr<Engine>()>& makeEngine);

/// For programs that can be their own worker: the socket, if these are the arguments of a worker
/// ("... --socket N" at the end), else -1.
int workerSocket(int count, char** words);

} // namespace lightbench
