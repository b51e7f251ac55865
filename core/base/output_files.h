// Checks before a command starts that its output files are distinct and that none of them is also an input. The command
// line and the bench use it.
#pragma once

#include <string>
#include <vector>

namespace lightbench {

/// Throws Error(Usage) if two outputs are the same file, or an output is also an input. `inputs` may hold texts that
/// are not file names, such as a stack. Empty names are ignored.
void rejectDuplicatePaths(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs = {});

} // namespace lightbench
