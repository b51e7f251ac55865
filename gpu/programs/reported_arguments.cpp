#include "gpu/programs/reported_arguments.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/definition/reported_kernels.h"
#include "core/framework/type_names.h"
#include "core/framework/user_path.h"
#include "gpu/driver/cl_error.h"

namespace lightbench {

namespace {
KernelArgument::Space spaceOf(cl_kernel_arg_address_qualifier qualifier) {
    switch (qualifier) {
    case CL_KERNEL_ARG_ADDRESS_GLOBAL: return KernelArgument::Global;
    case CL_KERNEL_ARG_ADDRESS_CONSTANT: return KernelArgument::Constant;
    case CL_KERNEL_ARG_ADDRESS_LOCAL: return KernelArgument::Local;
    default: return KernelArgument::Value;
    }
}

/// Some drivers count the zero behind the text.
std::string withoutZero(std::string text) {
    while (text.ends_with('\0'))
        text.pop_back();
    return text;
}

/// PoCL's header renames functions of OpenCL C, such as step to _cl_step, and so arguments of these names.
std::string nameInText(const std::string& reported, const std::string& text) {
    constexpr std::string_view renamed = "_cl_";
    const bool isRenamed = reported.starts_with(renamed) && text.find(reported) == std::string::npos;
    return isRenamed ? reported.substr(renamed.size()) : reported;
}

KernelArgument reportedArgument(const cl::Kernel& kernel, cl_uint index, const std::string& text) {
    KernelArgument argument{.space = spaceOf(kernel.getArgInfo<CL_KERNEL_ARG_ADDRESS_QUALIFIER>(index)),
                            .name = nameInText(withoutZero(kernel.getArgInfo<CL_KERNEL_ARG_NAME>(index)), text),
                            .type = typeBehind(withoutZero(kernel.getArgInfo<CL_KERNEL_ARG_TYPE_NAME>(index)), text)};
    const auto access = kernel.getArgInfo<CL_KERNEL_ARG_ACCESS_QUALIFIER>(index);
    const auto qualifiers = kernel.getArgInfo<CL_KERNEL_ARG_TYPE_QUALIFIER>(index);
    argument.isReadOnly = argument.space == KernelArgument::Constant || (qualifiers & CL_KERNEL_ARG_TYPE_CONST) != 0;
    if (access != CL_KERNEL_ARG_ACCESS_NONE) {
        argument.space = KernelArgument::Image;
        argument.isReadOnly = access == CL_KERNEL_ARG_ACCESS_READ_ONLY;
    }
    if (argument.type == "sampler_t") argument.space = KernelArgument::Sampler;
    return argument;
}
} // namespace

std::optional<std::vector<KernelArgument>> reportedArguments(const cl::Kernel& kernel, const std::string& text) {
    try {
        std::vector<KernelArgument> all;
        const auto count = kernel.getInfo<CL_KERNEL_NUM_ARGS>();
        for (cl_uint index = 0; index < count; ++index) {
            all.push_back(reportedArgument(kernel, index, text));
            if (all.back().name.empty() || all.back().type.empty()) return std::nullopt;
        }
        return all;
    } catch (const cl::Error&) {
        return std::nullopt;
    }
}

/// Throws Error(Build) with the first error of the compiler.
static void build(cl::Program& program, const cl::Device& device, const std::string& options) {
    try {
        program.build(device, options.c_str());
    } catch (const cl::Error&) {
        const std::string log = buildLogOf(program, device);
        throw Error(ErrorKind::Build, "the compiler says: " + firstBuildError(log), log);
    }
}

std::vector<KernelSignature> reportedSignatures(const cl::Context& context, const cl::Device& device,
                                                const FilterDefinition& definition, const KernelLibrary& kernels) {
    const std::string path = userProgram(definition.id, definition.fileName());
    std::string options = std::string("-cl-std=CL1.2 ") + argumentInfoOption;
    for (const auto& [name, value] : usualDefines(definition))
        options += " -D " + name + "=" + value;
    std::string ownText = definition.text; // the prelude's types stand for any format
    for (const auto& [name, text] : definition.headers)
        ownText += text;
    try {
        cl::Program program(context, kernels.source(path).text);
        build(program, device, options);
        std::vector<cl::Kernel> built;
        program.createKernels(&built);
        std::vector<KernelSignature> all;
        for (const cl::Kernel& kernel : built) {
            auto arguments = reportedArguments(kernel, ownText);
            if (!arguments) return {};
            all.push_back({withoutZero(kernel.getInfo<CL_KERNEL_FUNCTION_NAME>()), std::move(*arguments)});
        }
        std::ranges::sort(all, {}, [&](const KernelSignature& one) { return definition.text.find(one.name); });
        return all;
    } catch (const cl::Error&) {
        return {}; // a run says why
    }
}

} // namespace lightbench
