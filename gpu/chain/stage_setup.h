// From a request's stack to stages that are resolved and built for a device.
#pragma once

#include <vector>

#include "core/run/engine.h"
#include "gpu/chain/plan_runner.h"

namespace lightbench {

/// The enabled stages, resolved one after another from the input's shape. Throws Error as resolveStage does, with
/// `stage` set.
std::vector<PreparedStage> resolveStack(const Stack& stack, const ImageShape& input, const DeviceInfo& device);
/// Builds the kernels. Where `workgroup=auto` chose a size that is too large for a kernel as built, takes a smaller
/// one.
void buildStage(DeviceSession& session, PreparedStage& stage, const Stage& asked, Place& place);
StageKey keyOf(const PreparedStage& stage, const Stage& asked);

} // namespace lightbench
