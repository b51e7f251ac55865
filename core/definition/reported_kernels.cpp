// Looks for arguments whose types are no types of OpenCL C, and evaluates the defines for a small image.
#include "core/definition/reported_kernels.h"

#include <algorithm>
#include <iterator>

#include "core/base/error.h"
#include "core/definition/definition_plan.h"
#include "core/definition/expression.h"
#include "core/definition/kernel_file.h"
#include "core/definition/number_types.h"
#include "core/framework/plan.h"

namespace lightbench {

bool needsDriver(const FilterDefinition& definition) {
    if (!definition.reportedKernels.empty() || !baseFilterId(definition).empty()) return false;
    const auto hasUnknownType = [](const ArgumentMeaning& meaning) {
        const KernelArgument& argument = meaning.argument;
        const bool isData = argument.space != KernelArgument::Image && argument.space != KernelArgument::Sampler;
        const bool isStruct = !meaning.types.empty(); // its line says what is in it
        return isData && !isStruct && argument.type != "sample_t" && argument.type != "pixel_t" &&
               bytesOfType(argument.type) == 0;
    };
    try {
        const KernelFile file = understoodFileOf(definition);
        return !file.questions.empty() || std::ranges::any_of(file.passes, [&](const DeclaredPass& pass) {
            return std::ranges::any_of(pass.arguments, hasUnknownType);
        });
    } catch (const Error&) {
        return true;
    }
}

std::vector<std::pair<std::string, std::string>> usualDefines(const FilterDefinition& definition) {
    Format format{SampleType::U8, 1};
    try {
        const KernelFile file = kernelFileOf(definition);
        format = {file.pixels.types.front(), file.pixels.channels == 4 ? 4 : 1};
    } catch (const Error&) {
        // What is not understood yet may depend on what the driver says.
    }
    auto defines = formatDefines(format, format);
    const Declarations declared(definition, {});
    std::vector<Parameter> parameters;
    std::ranges::transform(declared.parameters, std::back_inserter(parameters), &DeclaredParameter::parameter);
    NamedNumbers numbers = sizeNumbers({64, 64}, {SampleType::U8, 1}, {8, 8});
    numbers.merge(numbersOf(defaultValues(parameters), parameters));
    for (const auto& [name, expression] : declared.defines)
        try {
            defines.emplace_back(name, defineText(valueOf(expression, numbers)));
        } catch (const Error&) {
            defines.emplace_back(name, "1");
        }
    return defines;
}

} // namespace lightbench
