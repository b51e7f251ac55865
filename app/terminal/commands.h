// The list of commands. Each file app/cli/NAME.cpp or app/bench/NAME.cpp declares one command and implements it; the
// main functions of the command line and the bench choose from the list.
#pragma once

#include "app/terminal/arguments.h"
#include "app/terminal/command_context.h"

namespace lightbench {

struct ProgramCommand {
    CommandSpec spec;
    /// Returns the exit code; throws Error.
    int (*run)(const Arguments& arguments, CommandContext& context);
};

/// Finds a command by name. Throws Error(Usage) that lists the nearest names.
const ProgramCommand& commandNamed(const std::string& name, const std::vector<ProgramCommand>& commands);

/// Runs the command that the first word names with the words behind it, or prints its help. Returns the exit code;
/// throws Error.
int dispatchCommand(const std::vector<std::string>& words, const std::vector<ProgramCommand>& commands,
                    CommandContext& context);

ProgramCommand devicesCommand();
ProgramCommand filtersCommand();
ProgramCommand sourceCommand();
ProgramCommand checkMemoryCommand();
ProgramCommand runCommand();
ProgramCommand replayCommand();
ProgramCommand rooflineCommand();
ProgramCommand compareCommand();
ProgramCommand samplesCommand();
ProgramCommand benchCommand();
ProgramCommand sweepCommand();
ProgramCommand ablationCommand();
ProgramCommand experimentCommand();
ProgramCommand trainCommand();
ProgramCommand tuneCommand();
ProgramCommand kernelsCommand();
ProgramCommand manualCommand();

} // namespace lightbench
