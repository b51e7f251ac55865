// Compares the files that PoCL compiled again with those of the same names in its usual cache.
#include "app/worker/empty_kernel_cache.h"

#include <algorithm>

#include "gpu/driver/pocl_kernel_cache.h"

namespace lightbench {

std::vector<EnvironmentChange> EmptyKernelCache::with(std::vector<EnvironmentChange> environment) const {
    std::erase_if(environment, [](const EnvironmentChange& one) { return one.name == "POCL_CACHE_DIR"; });
    environment.push_back({"POCL_CACHE_DIR", folder_.path()});
    return environment;
}

std::string EmptyKernelCache::finding() const {
    const std::string start = "PoCL's cache of compiled kernels is damaged, so PoCL compiled them again";
    if (const std::string file = damagedKernelFile(folder_.path()); !file.empty())
        return start + ": remove " + file + "; otherwise every run finds it again";
    if (const std::string problem = poclCacheProblem(); !problem.empty()) return problem;
    return start + ": remove the folder " + poclCacheFolder() + "; otherwise every run finds it again";
}

} // namespace lightbench
