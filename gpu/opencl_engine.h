// Makes the engine that runs stacks on OpenCL.
#pragma once

#include <memory>

#include "core/engine.h"

namespace lightbench {

/// Cheap: platforms are looked for at the first call of devices() or run(), on the thread that makes it.
std::unique_ptr<Engine> makeOpenClEngine();

} // namespace lightbench
