// Reading the logs of OpenCL compilers.
#pragma once

#include <string>

namespace lightbench {

/// The first error of a build log as "kernels/windows/gaussian.cl:12: use of undeclared identifier 'x'". Compilers
/// based on clang (PoCL, NVIDIA, AMD, Intel) write FILE:LINE:COLUMN: error: TEXT. Without such a line, the first that
/// says "error", else the first that is not empty.
std::string firstBuildError(const std::string& log);

} // namespace lightbench
