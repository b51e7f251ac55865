// Evaluates the defines of a file for a small image, as far as the file can be understood.
#include "core/definition/usual_defines.h"

#include "core/base/error.h"
#include "core/definition/declarations.h"
#include "core/definition/definition_plan.h"
#include "core/definition/expression.h"
#include "core/definition/kernel_file.h"
#include "core/framework/plan.h"

namespace lightbench {

namespace {
/// Of one small gray or RGBA image, as the kernels get it.
NamedNumbers usualNumbers(const std::vector<Parameter>& parameters) {
    NamedNumbers numbers = numbersOf(defaultValues(parameters), parameters);
    for (const char* name : {"width", "height"})
        numbers[name] = 64;
    for (const char* name : {"workgroup_x", "workgroup_y"})
        numbers[name] = 8;
    numbers["channels"] = 1;
    numbers["bits"] = 8;
    return numbers;
}
} // namespace

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
    for (const auto& [parameter, line] : declared.parameters)
        parameters.push_back(parameter);
    const NamedNumbers numbers = usualNumbers(parameters);
    for (const auto& [name, expression] : declared.defines)
        try {
            defines.emplace_back(name, defineText(valueOf(expression, numbers)));
        } catch (const Error&) {
            defines.emplace_back(name, "1");
        }
    return defines;
}

} // namespace lightbench
