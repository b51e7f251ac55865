// A cache of compiled kernels for PoCL in which nothing is damaged, since there is nothing in it.
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
    /// A worker's environment in which PoCL uses it.
    std::vector<EnvironmentChange> with(std::vector<EnvironmentChange> environment) const;
    /// After a run that failed with the usual cache has gone well with this one: a sentence that names the damaged file
    /// there, as far as it is found, with a remedy.
    std::string finding() const;

private:
    PassingFolder folder_;
};

} // namespace lightbench
