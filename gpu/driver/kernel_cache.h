// The folder where PoCL keeps what it compiled. PoCL offers no device without one that it can write to, and ends the
// process when it gets full amid a build.
#pragma once

#include <string>
#include <vector>

namespace lightbench {

/// For before the OpenCL loader is used: where PoCL is installed and its folder (POCL_CACHE_DIR, or by XDG_CACHE_HOME
/// or HOME) cannot be written or is full, names another one in the environment, private to the user and in the
/// temporary folder, and says so in one warning. Does nothing otherwise.
std::vector<std::string> prepareKernelCache();

/// Why PoCL's folder cannot be used now, with a remedy, as one sentence; empty if it can, or if PoCL is not installed.
std::string kernelCacheProblem();

/// The folder that PoCL keeps compiled kernels in.
std::string usualKernelFolder();

/// The file in PoCL's folder that is not what PoCL made of the same kernels in the folder `rebuilt`; empty if there is
/// none.
std::string damagedKernelFile(const std::string& rebuilt);

} // namespace lightbench
