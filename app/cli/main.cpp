// lightbench-cli: finds the command and runs it; every error becomes one line and an exit code.
#include <cstdio>
#include <new>

#include "app/cli/cli_commands.h"
#include "app/terminal/kernels_option.h"
#include "app/terminal/unexpected_exit.h"
#include "app/worker/standard_descriptors.h"
#include "core/base/text.h"
#include "core/definition/stack_files.h"
#include "core/roofline/peak_rates_file.h"

using namespace lightbench;

namespace {
std::string overview() {
    std::vector<CommandSpec> specs;
    for (const auto command : allCommands)
        specs.push_back(command().spec);
    return helpText(specs);
}

/// Throws Error(Usage) that lists the nearest names.
ProgramCommand commandNamed(const std::string& name) {
    std::vector<std::string> names;
    for (const auto command : allCommands) {
        ProgramCommand one = command();
        if (isCalled(name, one.spec.name, one.spec.formerName)) return one;
        names.push_back(one.spec.name);
    }
    throw Error(ErrorKind::Usage,
                "there is no command \"" + shownText(name) + "\"; " + suggestion(name, names, "commands"));
}

/// What a command reads whatever it does: the user's kernels, a folder in place of the built-in ones, and the files
/// that Lightbench keeps.
void nameReadFiles(const CommandContext& context, const Arguments& arguments) {
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

/// Runs the command that the first word names with the words behind it, or prints its help.
int dispatch(const std::vector<std::string>& words, CommandContext& context) {
    const ProgramCommand command = commandNamed(words[0]);
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

int runCommandLine(const std::vector<std::string>& words, CommandContext& context) {
    if (words.empty())
        throw Error(ErrorKind::Usage, "give a command, such as `lightbench-cli run photo.jpg -o out.png --stack "
                                      "grayscale`; --help lists them");
    if (words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
        print(words.size() > 1 && words[0] == "help" ? helpText(commandNamed(words[1]).spec) : overview());
        return Success;
    }
    if (words[0] == "--version") {
        print("lightbench-cli " LIGHTBENCH_VERSION "\n");
        return Success;
    }
    return dispatch(words, context);
}

int guardedMain(int argc, char** argv) {
    StopSignals signals;
    const std::vector<std::string> words(argv + 1, argv + argc);
    CommandContext context(signals);
    try {
        return runCommandLine(words, context);
    } catch (const Error& error) {
        return context.report(error);
    } catch (const std::bad_alloc&) {
        return context.report(Error(ErrorKind::Device, "there is not enough memory; use smaller images"));
    } catch (const std::exception& error) {
        return context.report(Error(ErrorKind::Device, std::string("internal error: ") + error.what()));
    }
}
} // namespace

int main(int argc, char** argv) {
    openStandardDescriptors();
    catchUnexpectedExit();
    return finish(guardedMain(argc, argv));
}
