// Extracts the first error from the log of an OpenCL compiler, for one-line messages. The program cache uses it.
#pragma once

#include <string>

namespace lightbench {

/// The first error of a build log, such as "kernels/point/invert.cl:12: use of undeclared identifier 'x'".
/// Compilers based on clang (PoCL, NVIDIA, AMD, Intel) write FILE:LINE:COLUMN: error: TEXT. Otherwise it returns the
/// first line that says "error", else the first that is not empty.
std::string firstBuildError(const std::string& log);

} // namespace lightbench
