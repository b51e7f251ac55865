// Reads programs that plans name.
#include "gpu/programs/program_sources.h"

#include "core/filter/kernel_library.h"

namespace lightbench {

ProgramSources sourcesOf(const Plan& plan) {
    ProgramSources sources;
    for (const Pass& pass : plan.passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass); kernel && !sources.contains(kernel->program))
            sources[kernel->program] = kernelSource(kernel->program);
    return sources;
}

} // namespace lightbench
