// An empty cache folder for kernels that PoCL compiles. A damaged file in the usual cache fails every run, so the
// worker engine repeats a failed run with this cache.
#pragma once

#include <string>
#include <vector>

#include "app/worker/passing_folder.h"
#include "app/worker/worker_process.h"

namespace lightbench {

class EmptyKernelCache {
public:
    /// Throws Error(Device) if no temporary folder can be written.
    EmptyKernelCache() : folder_("kernels", "for the kernels that PoCL compiles") {}
    /// Adds to a worker's environment so that PoCL uses this cache.
    std::vector<EnvironmentChange> with(std::vector<EnvironmentChange> environment) const;
    /// Call it after a run failed with the usual cache and succeeded with this one. Returns a sentence that names the
    /// damaged file, if it can be found, and a remedy.
    std::string finding() const;

private:
    PassingFolder folder_;
};

} // namespace lightbench
