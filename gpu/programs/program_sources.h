// Resolves the names in a stack and its plans to filters and program texts, fixed at the start of a run. PlanRunner,
// the reuse cache and BuildAhead use it. Tests can replace what a driver's compiler gets.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "core/device/device.h"
#include "core/framework/filter_catalog.h"
#include "core/framework/kernel_library.h"
#include "core/framework/plan.h"
#include "core/framework/tuned_choices.h"

namespace lightbench {

/// A snapshot from the start of a run, valid for all of it.
struct StackSources {
    FilterCatalog filters;
    std::shared_ptr<const KernelLibrary> kernels;
    TuningDatabasePtr tuning; ///< stored choices for a run; null for a measurement
};
/// The sources of a request: its kernels override the engine's, and files are read now.
template <class Request> StackSources sourcesOf(const Request& request, const KernelLibrary& engines) {
    const KernelLibrary kernels = request.filters.withKernelFiles(engines.with(request.kernels.layers()));
    StackSources sources{request.filters, std::make_shared<const KernelLibrary>(kernels.read()), nullptr};
    if constexpr (requires { request.tuning; }) sources.tuning = request.tuning;
    return sources;
}

/// Keyed by KernelPass::program.
using ProgramSources = std::map<std::string, KernelSource>;

/// The sources of all programs that a plan names. Throws Error(Input) if a file is missing.
inline ProgramSources programsOf(const Plan& plan, const KernelLibrary& kernels) {
    ProgramSources sources;
    for (const Pass& pass : plan.passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass); kernel && !sources.contains(kernel->program))
            sources[kernel->program] = kernels.source(kernel->program);
    return sources;
}

/// What a driver's compiler gets.
struct ProgramText {
    std::string text, options;
};

/// Rewrites a program before it is compiled for one kernel. The result must have the same meaning for that kernel.
/// Tests use it, and gpu/chain/compiled_programs.cpp, so that a driver compiles a program again that it keeps.
using ProgramRewriter = std::function<ProgramText(const DeviceInfo&, const std::string& kernel, const ProgramText&)>;

} // namespace lightbench
