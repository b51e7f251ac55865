// Compiles a stage once more to see what the compiler makes of it: its log, its code, and the figures of each kernel.
// The engine uses it.
#pragma once

#include <vector>

#include "core/run/kernel_resources.h"
#include "gpu/execution/prepared_stage.h"

namespace lightbench {

/// Compiles the programs of a stage that was built before. Nothing of it is kept for runs. Throws Error(Build) or
/// cl::Error.
std::vector<CompiledProgram> compiledPrograms(DeviceSession& session, PreparedStage stage);

} // namespace lightbench
