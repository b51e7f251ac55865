// Keeps PoCL's folder for compiled kernels usable. PoCL offers no device without a writable folder, and ends the
// process if the disk fills up during a build.
#pragma once

#include <string>
#include <vector>

namespace lightbench {

/// Call it before the OpenCL loader is used. It looks at PoCL's folder: POCL_CACHE_DIR, or by XDG_CACHE_HOME or HOME.
/// That may be full or not writable, or others can write to it. Then POCL_CACHE_DIR becomes a private folder in the
/// temporary folder, and one warning is returned. Does nothing without PoCL.
std::vector<std::string> preparePoclCache();

/// Why PoCL's folder is unusable now, with a remedy, in one sentence; empty if it is usable or PoCL is not installed.
std::string poclCacheProblem();

/// PoCL's folder for compiled kernels.
std::string poclCacheFolder();

/// The file in PoCL's folder that differs from a fresh build of the same kernels in the folder `rebuilt`; empty if
/// there is none.
std::string damagedKernelFile(const std::string& rebuilt);

} // namespace lightbench
