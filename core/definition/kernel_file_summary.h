// Describes for people what was understood of a kernel file. The command `kernels` prints it.
#pragma once

#include <string>

#include "core/definition/kernel_file.h"

namespace lightbench {

std::string kernelFileSummary(const KernelFile& file);

} // namespace lightbench
