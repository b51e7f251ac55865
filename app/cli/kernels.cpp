// `kernels`: prints what was understood of kernel files.
#include "app/terminal/commands.h"
#include "core/definition/kernel_file_text.h"
#include "core/definition/kernel_files.h"
#include "core/definition/own_variant.h"

namespace lightbench {

namespace {
/// Every file is printed; the first error decides the exit code.
int showKernels(const Arguments& arguments, CommandContext& context) {
    int code = Success;
    bool isFirst = true;
    const auto show = [&](const FilterDefinition& definition) {
        context.filters = context.filters.withDefinitions({definition}); // a taken name is an error here, too
        print((isFirst ? "" : "\n") + (copiedFilter(definition).empty() ? kernelFileText(kernelFileOf(definition))
                                                                        : ownVariantText(definition, context.filters)));
        isFirst = false;
    };
    std::vector<std::string> paths = arguments.positionals;
    if (paths.empty()) paths = {userKernelFolder()};
    if (paths.front().empty())
        throw Error(ErrorKind::Usage, "kernels: there is no folder for your kernels; give a file");
    const FilterCatalog builtIn = context.filters;
    for (const std::string& path : paths)
        for (const FilterDefinition& definition : readKernelFiles(path, builtIn))
            try {
                show(definition);
            } catch (const Error& error) {
                const int failed = context.report(error);
                if (code == Success) code = failed;
            }
    return code;
}
} // namespace

ProgramCommand kernelsCommand() {
    CommandSpec spec;
    spec.name = "kernels";
    spec.positionals = "[FILE or FOLDER...]";
    spec.summary = "Prints what Lightbench understands of OpenCL C files, and what it guesses";
    spec.details =
        "A file becomes a filter that is named like it. Without a file, those in your kernel folder are\n"
        "shown: ~/.local/share/lightbench/kernels. It is always loaded. LIGHTBENCH_MY_KERNELS names another\n"
        "folder, or is off. The manual's page about your own kernels explains the lines //@.\n\n"
        "Example\n  lightbench-cli kernels my-sobel.cl\n";
    spec.maximum = -1;
    return {spec, showKernels};
}

} // namespace lightbench
