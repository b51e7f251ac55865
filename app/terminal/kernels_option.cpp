#include "app/terminal/kernels_option.h"

#include <algorithm>

#include "app/terminal/command_context.h"
#include "core/definition/defined_filters.h"
#include "core/definition/kernel_file.h"
#include "core/definition/kernel_files.h"
#include "core/definition/python_process.h"
#include "core/definition/reference.h"
#include "core/definition/reported_kernels.h"

namespace lightbench {

OptionSpec kernelsOption() {
    return {.name = "kernels",
            .argument = "FILE or FOLDER",
            .doc = "OpenCL C files whose kernels become filters, named like the file; may be repeated",
            .repeats = true};
}

OptionSpec allowPythonOption() {
    return {"allow-python", 0, "",
            "allow the Python references of the files of --kernels to run, now and later, until their text changes"};
}

/// Throws if the text alone cannot be understood: for what reason, and what the compiler says of it.
static void requireReadableText(const FilterDefinition& definition, const Error& build) {
    try {
        (void)kernelFileOf(definition);
    } catch (const Error& problem) {
        throw Error(problem.kind(), problem.what() + std::string("; ") + build.what(), build.details());
    }
}

static void warnOfCorrections(const FilterDefinition& definition, const CommandContext& context) {
    if (const std::string note = unreadCorrectionsNote(definition); !note.empty()) context.warn(note);
}

FilterDefinition withReportedKernels(FilterDefinition definition, const CommandSpec& command,
                                     const Arguments& arguments, CommandContext& context) {
    if (!command.hasOption("device") || !needsDriver(definition)) return definition;
    const QuietStderr quiet(!context.verbose);
    try {
        const int device = context.device(arguments.value("device")).index;
        definition.reportedKernels = context.engine().signatures({definition, device}, context.stop());
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled) throw;
        if (error.kind() == ErrorKind::Build) requireReadableText(definition, error);
        // The text's word is taken, and the command says what is wrong with the device.
    }
    return definition;
}

FilterCatalog withUserKernels(const FilterCatalog& filters, const CommandSpec& command, const Arguments& arguments,
                              CommandContext& context) {
    if (!command.hasOption("kernels")) return filters;
    std::vector<FilterDefinition> given;
    for (const std::string& path : arguments.values("kernels"))
        for (FilterDefinition& definition : readKernelFiles(path, filters))
            given.push_back(withReportedKernels(std::move(definition), command, arguments, context));
    const bool usesPython = arguments.has("verify") || arguments.has("allow-python");
    for (const FilterDefinition& definition : given) {
        warnOfCorrections(definition, context);
        if (const std::string note = idlePythonNote(definition); usesPython && !note.empty()) context.warn(note);
    }
    if (arguments.has("allow-python"))
        for (const FilterDefinition& definition : given)
            if (const std::string script = pythonOf(definition); !script.empty()) allowPython(script);
    FilterCatalog all = withDefinitions(filters, given);
    const UserKernels own = readUserKernels(userKernelFolder(), filters);
    for (const std::string& problem : own.problems)
        context.warn(problem);
    for (const FilterDefinition& definition : own.definitions) {
        if (std::ranges::find(given, definition.id, &FilterDefinition::id) != given.end()) continue;
        warnOfCorrections(definition, context);
        try {
            all = withDefinitions(all, {withReportedKernels(definition, command, arguments, context)});
        } catch (const Error& error) {
            context.warn(error.what());
        }
    }
    return all;
}

} // namespace lightbench
