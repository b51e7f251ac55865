// Names that parameters and variants of a kernel file cannot have, because stacks use them for something else.
#pragma once

#include <string>

namespace lightbench {

/// Why no parameter can be called so, and what to write; empty if one can.
std::string parameterNameProblem(const std::string& name);
/// The same for a variant.
std::string variantNameProblem(const std::string& id);

} // namespace lightbench
