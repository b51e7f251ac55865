// Reads the text of every program that a plan names.
#include "gpu/programs/program_sources.h"

namespace lightbench {

ProgramSources programsOf(const Plan& plan, const KernelLibrary& kernels) {
    ProgramSources sources;
    for (const Pass& pass : plan.passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass); kernel && !sources.contains(kernel->program))
            sources[kernel->program] = kernels.source(kernel->program);
    return sources;
}

} // namespace lightbench
