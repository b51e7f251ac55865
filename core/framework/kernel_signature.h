// Parses the parameters of a kernel from its source and matches a pass's named arguments to them. The program cache
// matches every kernel that it builds, so that a wrong plan is an error message. gpu/execution/prepared_stage.h then
// sets the arguments.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/framework/kernel_arguments.h"
#include "core/framework/plan.h"

namespace lightbench {

struct KernelParameter : KernelArgument {
    /// RECORD_PARAMETER (kernels/prelude/recording.clh): present only in programs built to record, for plans that pass
    /// it.
    bool onlyWhenRecording = false;
};

/// As a kernel declares it before the name, such as "global const uchar*".
std::string declaredType(const KernelArgument& argument);

/// The parameters of a kernel in a program's source (KernelSource::text), in order; nothing if it does not exist. The
/// preprocessor does not run. If there are several definitions, their parameters must have the same names and kinds,
/// with no #-lines among them. Otherwise it throws Error(Build).
std::optional<std::vector<KernelParameter>> kernelParameters(std::string_view source, std::string_view kernel);

/// The names of all kernels in a source, in order, each once. The preprocessor does not run.
std::vector<std::string> kernelNames(std::string_view source);

/// For each argument of a pass, the index of its kernel parameter; or the reason why the pass does not fit.
struct ArgumentMatch {
    std::vector<std::size_t> parameterIndices; ///< one per argument, unless there is a problem
    std::string problem; ///< a sentence without full stop that names kernel and parameter; empty: none
};
/// `parameters` is the result of kernelParameters for the pass's kernel.
ArgumentMatch matchArguments(const KernelPass& pass, const std::optional<std::vector<KernelParameter>>& parameters);

} // namespace lightbench
