// The texts of the programs that a plan's kernels come from.
#pragma once

#include <map>
#include <string>

#include "core/filter/plan.h"

namespace lightbench {

/// By KernelPass::program.
using ProgramSources = std::map<std::string, std::string>;

/// Of all programs that a plan names, as they are now.
ProgramSources sourcesOf(const Plan& plan);

} // namespace lightbench
