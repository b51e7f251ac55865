// Plans as text for people and as JSON for programs: what a stage would launch, fill and do on the host. `run --plan`
// prints them.
#pragma once

#include <string>

#include "core/base/json.h"
#include "core/framework/kernel_library.h"
#include "core/run/resolve.h"

namespace lightbench {

/// Several lines, in which the passes are numbered. The library names the kernels' files. Throws Error(Input) if a file
/// is missing.
std::string planText(const PlannedStage& stage, const KernelLibrary& kernels);
/// The same facts; sizes are exact numbers.
Json planJson(const PlannedStage& stage, const KernelLibrary& kernels);

} // namespace lightbench
