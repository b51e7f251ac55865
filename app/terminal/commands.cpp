// Finds a command by its name and runs it.
#include "app/terminal/commands.h"

#include "app/terminal/kernels_option.h"
#include "core/base/text.h"
#include "core/definition/stack_files.h"
#include "core/roofline/peak_rates_file.h"

namespace lightbench {

/// What a command reads whatever it does: the user's kernels, a folder in place of the built-in ones, and the files
/// that Lightbench keeps.
static void nameReadFiles(const CommandContext& context, const Arguments& arguments) {
    FileClaims& files = context.files();
    files.readsAll(filesOf(context.filters));
    const KernelLibrary kernels = context.worker.kernels.read();
    for (const KernelLayer& layer : kernels.layers())
        for (const auto& [path, text] : layer.files)
            if (!layer.folder.empty()) files.reads({layer.folder + "/" + path, "the kernel file " + shownPath(path)});
    const std::string tuning = tuningPath(arguments.value("tuning")), rates = peakRatesPath();
    files.reads({tuning, "the tuning file " + shownPath(tuning)});
    files.reads({rates, "the file of peak rates " + shownPath(rates)});
}

const ProgramCommand& commandNamed(const std::string& name, const std::vector<ProgramCommand>& commands) {
    std::vector<std::string> names;
    for (const ProgramCommand& command : commands) {
        if (isCalled(name, command.spec.name, command.spec.formerName)) return command;
        names.push_back(command.spec.name);
    }
    throw Error(ErrorKind::Usage,
                "there is no command \"" + shownText(name) + "\"; " + suggestion(name, names, "commands"));
}

int dispatchCommand(const std::vector<std::string>& words, const std::vector<ProgramCommand>& commands,
                    CommandContext& context) {
    const ProgramCommand& command = commandNamed(words.at(0), commands);
    const Arguments arguments = parseArguments(command.spec, {words.begin() + 1, words.end()});
    if (words[0] != command.spec.name) context.warn(renamedText(words[0], command.spec.name));
    for (const std::string& line : arguments.renamed)
        context.warn(line);
    context.verbose = arguments.has("verbose");
    context.worker = workerSettings(arguments);
    if (arguments.has("help")) {
        print(helpText(command.spec));
        return Success;
    }
    context.filters = withKernels(context.filters, command.spec, arguments, context);
    nameReadFiles(context, arguments);
    return command.run(arguments, context);
}

} // namespace lightbench
