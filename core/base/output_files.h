// Which files a command writes: no two of them one, and none of them one that it reads.
#pragma once

#include <string>
#include <vector>

namespace lightbench {

/// Throws Error(Usage) if two of the files that are to be written are one, or one of them is read: `inputs` may hold
/// texts that are no names, such as a stack. Empty names stand for none.
void refuseOneFileTwice(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs = {});

} // namespace lightbench
