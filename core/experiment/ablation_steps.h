// The steps of a stack for the axis `step`: builds of its kernels that end early (Variant::ablation). Errors are
// Error(Usage).
#pragma once

#include <string>
#include <vector>

#include "core/run/stack.h"

namespace lightbench {

/// The steps that all enabled stages share. Throws if there are none, also for `auto`, which may choose a variant
/// without steps.
std::vector<AblationStep> stepsOf(const Stack& stack, const FilterCatalog& filters);
/// The step with that number, counted from 0, or that name. Throws and lists the steps.
AblationStep stepNamed(const std::string& value, const Stack& stack, const FilterCatalog& filters);

} // namespace lightbench
