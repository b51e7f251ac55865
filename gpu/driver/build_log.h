// The log of an OpenCL compiler, and its first error for one-line messages. Whatever builds programs uses it.
#pragma once

#include <string>

#include "gpu/driver/opencl.h"

namespace lightbench {

/// The log of the program's last build; empty if it cannot be read, so that the build's own error is reported.
std::string buildLogOf(const cl::Program& program, const cl::Device& device);

/// The first error of a build log, such as "kernels/point/threshold.cl:12: use of undeclared identifier 'x'".
/// Without an error that has a place in the program, it returns the first line that says "error", else the first that
/// is not empty.
std::string firstBuildError(const std::string& log);

} // namespace lightbench
