// lightbench-bench: the measuring commands without Qt, for machines with a GPU and few libraries.
#include <cstdio>
#include <new>

#include "app/bench/bench_commands.h"
#include "app/terminal/unexpected_exit.h"
#include "app/worker/standard_descriptors.h"

using namespace lightbench;

namespace {
const std::vector<ProgramCommand>& allCommands() {
    static const std::vector<ProgramCommand> commands{benchCommand(), sweepCommand(), ablationCommand(), tuneCommand()};
    return commands;
}

std::string overview() {
    std::string text;
    for (const ProgramCommand& command : allCommands())
        text += helpText(command.spec) + "\n";
    return text;
}

/// Without a command name the command is `bench`.
int runCommandLine(std::vector<std::string> words, CommandContext& context) {
    if (!words.empty() && words[0] == "--version") {
        print("lightbench-bench " LIGHTBENCH_VERSION "\n");
        return Success;
    }
    if (words.empty() || words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
        print(overview());
        return words.empty() ? BadInput : Success;
    }
    if (words[0].starts_with("-")) words.insert(words.begin(), "bench");
    return dispatchCommand(words, allCommands(), context);
}

int guardedMain(int count, char** words) {
    StopOnSignal interrupt;
    CommandContext context(interrupt);
    try {
        return runCommandLine({words + 1, words + count}, context);
    } catch (const Error& error) {
        return context.report(error);
    } catch (const std::bad_alloc&) {
        return context.report(Error(ErrorKind::Device, "there is not enough memory; take a smaller size"));
    } catch (const std::exception& error) {
        return context.report(Error(ErrorKind::Device, std::string("internal error: ") + error.what()));
    }
}
} // namespace

int main(int count, char** words) {
    openStandardDescriptors();
    setProgramName("lightbench-bench");
    catchUnexpectedExit();
    return finish(guardedMain(count, words));
}
