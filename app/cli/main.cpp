// lightbench-cli: finds the command and runs it; every error becomes one line and an exit code. So does an exit that
// main did not decide: a driver or a library may call exit() or let an exception escape.
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include "app/cli/cli_commands.h"
#include "app/terminal/kernels_option.h"
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
    FileClaims& files = context.claims();
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
    context.filters = withUserKernels(context.filters, command.spec, arguments, context);
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
        return context.printError(error);
    } catch (const std::bad_alloc&) {
        return context.printError(Error(ErrorKind::Device, "there is not enough memory; use smaller images"));
    } catch (const std::exception& error) {
        return context.printError(Error(ErrorKind::Device, std::string("internal error: ") + error.what()));
    }
}

std::atomic<bool> isDone{false};
int messages = STDERR_FILENO; ///< a copy of stderr, which may be silenced later

[[noreturn]] void endWith(const char* reason) {
    dprintf(messages, "%s: %s\n", programName().c_str(), reason);
    _exit(DeviceFailed);
}

void atExit() {
    if (!isDone) endWith("a driver or a library ended the program; run it without --in-process, which survives that");
}

[[noreturn]] void atTerminate() {
    try {
        if (const std::exception_ptr current = std::current_exception()) std::rethrow_exception(current);
    } catch (const std::bad_alloc&) {
        endWith("there is not enough memory; use smaller images or allow the program more memory");
    } catch (const std::exception& error) {
        dprintf(messages, "%s: the program had to give up: %s\n", programName().c_str(), error.what());
        _exit(DeviceFailed);
    } catch (...) {
    }
    endWith("the program had to give up; a driver or a library failed");
}

/// Until main is done, exit() by a library and uncaught exceptions become one line on stderr and exit code 3. Otherwise
/// callers would take a library's exit code for this program's.
void catchUnexpectedExit() {
    const int copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3); // before anything silences it
    if (copy >= 0) messages = copy;
    std::set_terminate(atTerminate);
    std::atexit(atExit);
}
} // namespace

int main(int argc, char** argv) {
    openStandardDescriptors();
    catchUnexpectedExit();
    const int code = guardedMain(argc, argv);
    isDone = true;
    return code;
}
