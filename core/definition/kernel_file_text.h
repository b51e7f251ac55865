// What was understood of a kernel file, as text for people. The command `kernels` prints it.
#pragma once

#include <string>

#include "core/definition/kernel_file.h"

namespace lightbench {

std::string kernelFileText(const KernelFile& file);

} // namespace lightbench
