// Looks for arguments whose types are no types of OpenCL C.
#include "core/definition/needs_driver.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/definition/kernel_file.h"

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

} // namespace lightbench
