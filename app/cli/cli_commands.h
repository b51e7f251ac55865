// The commands. Each is implemented in app/cli/NAME.cpp, and listed here in the order of the help.
#pragma once

#include "app/terminal/arguments.h"
#include "app/terminal/command_context.h"

namespace lightbench {

struct ProgramCommand {
    CommandSpec spec;
    /// Returns the exit code; throws Error.
    int (*run)(const Arguments& arguments, CommandContext& context);
};

ProgramCommand devicesCommand();
ProgramCommand filtersCommand();
ProgramCommand kernelsCommand();
ProgramCommand sourceCommand();
ProgramCommand checkMemoryCommand();
ProgramCommand runCommand();
ProgramCommand replayCommand();
ProgramCommand rooflineCommand();
ProgramCommand compareCommand();
ProgramCommand samplesCommand();
ProgramCommand experimentCommand();
ProgramCommand benchCommand();
ProgramCommand trainCommand();
ProgramCommand tuneCommand();
ProgramCommand manualCommand();

inline constexpr ProgramCommand (*allCommands[])() = {
    devicesCommand,  filtersCommand, kernelsCommand, sourceCommand,     checkMemoryCommand, runCommand,   replayCommand,
    rooflineCommand, compareCommand, samplesCommand, experimentCommand, benchCommand,       trainCommand, tuneCommand,
#ifdef LIGHTBENCH_MANUAL
    manualCommand
#endif
};

} // namespace lightbench
