// Creates the OpenCL implementation of Engine (core/run/engine.h), the public entry of gpu/. The worker process and
// tests call it.
#pragma once

#include <memory>

#include "core/run/engine.h"
#include "gpu/chain/engine_settings.h"

namespace lightbench {

/// Does not touch OpenCL yet: the first call of devices() or run() enumerates the platforms, on its own thread.
std::unique_ptr<Engine> makeOpenClEngine(const EngineSettings& settings = {});

} // namespace lightbench
