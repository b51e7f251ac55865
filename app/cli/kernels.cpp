// `kernels`: prints what was understood of kernel files.
#include <filesystem>

#include "app/cli/cli_commands.h"
#include "app/terminal/kernels_option.h"
#include "core/base/small_file.h"
#include "core/base/text.h"
#include "core/definition/corrections.h"
#include "core/definition/defined_filters.h"
#include "core/definition/kernel_file_summary.h"
#include "core/definition/kernel_files.h"
#include "core/definition/own_variant.h"

namespace lightbench {

namespace {
/// Writes guesses and corrections into the file, and says which.
void writeInto(const std::string& path, const FilterDefinition& definition) {
    const std::string lines = unwrittenLines(kernelFileOf(definition));
    if (lines.empty()) return print(shownPath(path) + " already says all of this\n");
    writeLines(path, definition.text, lines);
    if (!definition.corrections.empty()) keepCorrections(absolutePath(path, {}), {});
    print("Wrote into " + shownPath(path) + ":\n" + lines);
}

/// Every file is printed; the first error decides the exit code.
int showKernels(const Arguments& arguments, CommandContext& context) {
    int code = Success;
    bool isFirst = true;
    const CommandSpec spec = kernelsCommand().spec;
    const auto show = [&](const FilterDefinition& read) {
        const FilterDefinition definition = withReportedKernels(read, spec, arguments, context);
        context.filters = withDefinitions(context.filters, {definition}); // a taken name is an error here, too
        print((isFirst ? "" : "\n") + (baseFilterId(definition).empty() ? kernelFileSummary(kernelFileOf(definition))
                                                                        : ownVariantText(definition, context.filters)));
        isFirst = false;
        if (arguments.has("write")) writeInto(definition.file, definition);
    };
    std::vector<std::string> paths = arguments.positionals;
    if (paths.empty()) paths = {userKernelFolder()};
    if (paths.front().empty())
        throw Error(ErrorKind::Usage, "kernels: there is no folder for your kernels; give a file");
    std::error_code problem; // such as a folder that may not be read; the read says so
    if (arguments.positionals.empty() && !std::filesystem::exists(paths.front(), problem) && !problem)
        throw Error(ErrorKind::Usage, "kernels: you have no kernel files yet; give one, such as lightbench-cli kernels "
                                      "my-sobel.cl, or put it into " +
                                          shownPath(paths.front()));
    const FilterCatalog builtIn = context.filters;
    for (const std::string& path : paths)
        for (const FilterDefinition& definition : readKernelFiles(path, builtIn))
            try {
                show(definition);
            } catch (const Error& error) {
                const int failed = context.printError(error);
                if (code == Success) code = failed;
            }
    return code;
}
} // namespace

ProgramCommand kernelsCommand() {
    return {
        {.name = "kernels",
         .positionals = "[FILE or FOLDER...]",
         .summary = "Prints what Lightbench understands of OpenCL C files, and what it guesses",
         .details =
             "A file becomes a filter with the name of the file. Without a file, the files of your kernel folder are\n"
             "shown: ~/.local/share/lightbench/kernels. Lightbench always loads this folder. LIGHTBENCH_MY_KERNELS\n"
             "names another folder; off loads none. With --device, that driver says what macros and typedefs hide.\n"
             "The manual's page \"Bring a kernel\" explains the lines //@.\n\n"
             "Example\n  lightbench-cli kernels my-sobel.cl\n",
         .options = {deviceOption(),
                     {"write", 0, "",
                      "write what was guessed, and what you corrected in the lab, into the files as lines //@"}},
         .shared = {workerOptions()},
         .maximum = -1},
        showKernels};
}

} // namespace lightbench
