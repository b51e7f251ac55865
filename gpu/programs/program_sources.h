// The texts of programs: those that the kernels of a plan come from, and what a driver's compiler gets, which tests can
// replace. Prepared stages and the program cache use it.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <tuple>

#include "core/device/device.h"
#include "core/framework/kernel_library.h"
#include "core/framework/plan.h"

namespace lightbench {

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
    /// By options first, because texts are long and begin alike.
    bool operator<(const ProgramText& other) const {
        return std::tie(options, text) < std::tie(other.options, other.text);
    }
};

/// Rewrites a program before it is compiled for one kernel. The result must have the same meaning for that kernel.
/// Tests use it, and gpu/execution/compiled_programs.cpp, so that a driver compiles a program again that it keeps.
using ProgramRewriter = std::function<ProgramText(const DeviceInfo&, const std::string& kernel, const ProgramText&)>;

} // namespace lightbench
