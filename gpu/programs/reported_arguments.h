// The arguments of a built kernel as its driver reports them (clGetKernelArgInfo). Macros and typedefs in a kernel's
// declaration do not matter to it. The program must be built with argumentInfoOption.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/framework/filter_definition.h"
#include "core/framework/kernel_arguments.h"
#include "gpu/driver/opencl.h"

namespace lightbench {

inline constexpr const char* argumentInfoOption = "-cl-kernel-arg-info";

/// Nothing if the driver does not report them. `text` is the program's: drivers name types as a declaration does, and
/// the text says what its typedefs stand for.
std::optional<std::vector<KernelArgument>> reportedArguments(const cl::Kernel& kernel, const std::string& text);

/// The kernels of a definition's program, which is built for them, in the order of its text. Nothing if the
/// driver does not report arguments. Throws Error(Build) with the compiler's first error if it does not build.
std::vector<KernelSignature> reportedSignatures(const cl::Context& context, const cl::Device& device,
                                                const FilterDefinition& definition, const KernelLibrary& kernels);

} // namespace lightbench
