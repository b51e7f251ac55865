// lightbench-cli: finds the command and runs it; every error becomes one line and an exit code.
#include <cstdio>
#include <new>

#include "app/cli/cli_commands.h"
#include "app/terminal/unexpected_exit.h"
#include "app/worker/standard_descriptors.h"

using namespace lightbench;

namespace {
const std::vector<ProgramCommand>& allCommands() {
    static const std::vector<ProgramCommand> commands{
        devicesCommand(),    filtersCommand(), kernelsCommand(),  sourceCommand(),  checkMemoryCommand(),
        runCommand(),        replayCommand(),  rooflineCommand(), compareCommand(), samplesCommand(),
        experimentCommand(), benchCommand(),   trainCommand(),    tuneCommand(),
#ifdef LIGHTBENCH_MANUAL
        manualCommand(),
#endif
    };
    return commands;
}

std::string overview() {
    std::vector<CommandSpec> specs;
    for (const ProgramCommand& command : allCommands())
        specs.push_back(command.spec);
    return helpText(specs);
}

int runCommandLine(const std::vector<std::string>& words, CommandContext& context) {
    if (words.empty())
        throw Error(ErrorKind::Usage, "give a command, such as `lightbench-cli run photo.jpg -o out.png --stack "
                                      "grayscale`; --help lists them");
    if (words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
        print(words.size() > 1 && words[0] == "help" ? helpText(commandNamed(words[1], allCommands()).spec)
                                                     : overview());
        return Success;
    }
    if (words[0] == "--version") {
        print("lightbench-cli " LIGHTBENCH_VERSION "\n");
        return Success;
    }
    return dispatchCommand(words, allCommands(), context);
}

int guardedMain(int argc, char** argv) {
    StopOnSignal interrupt;
    const std::vector<std::string> words(argv + 1, argv + argc);
    CommandContext context(interrupt);
    try {
        return runCommandLine(words, context);
    } catch (const Error& error) {
        return context.report(error);
    } catch (const std::bad_alloc&) {
        return context.report(Error(ErrorKind::Device, "there is not enough memory; take smaller images"));
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
