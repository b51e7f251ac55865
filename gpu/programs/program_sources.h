// What the names in a stack and in its plans mean: filters, and the texts of the programs that kernels come from.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "core/filter/filter_catalog.h"
#include "core/filter/kernel_library.h"
#include "core/filter/plan.h"
#include "core/filter/tuned_choices.h"

namespace lightbench {

/// All as they were when a run began, for all of it.
struct StackSources {
    FilterCatalog filters;
    std::shared_ptr<const KernelLibrary> kernels;
    TuningMemoryPtr tuning; ///< of a run; null for a measurement
};
/// Those of a request: its kernels lie over the engine's, and files are read now.
template <class Request> StackSources sourcesOf(const Request& request, const KernelLibrary& engines) {
    StackSources sources{request.filters,
                         std::make_shared<const KernelLibrary>(engines.with(request.kernels.layers()).read()), nullptr};
    if constexpr (requires { request.tuning; }) sources.tuning = request.tuning;
    return sources;
}

/// By KernelPass::program.
using ProgramSources = std::map<std::string, KernelSource>;

/// Of all programs that a plan names. Throws Error(Input) if a file is missing.
ProgramSources programsOf(const Plan& plan, const KernelLibrary& kernels);

} // namespace lightbench
