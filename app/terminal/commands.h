// The commands: each file app/cli/NAME.cpp or app/bench/NAME.cpp declares one and does it.
#pragma once

#include "app/terminal/arguments.h"
#include "app/terminal/console.h"

namespace lightbench {

struct ProgramCommand {
    CommandSpec spec;
    /// Gives the exit code; throws Error.
    int (*run)(const Arguments& arguments, Console& console);
};

/// Throws Error(Usage) that lists the nearest names.
const ProgramCommand& commandNamed(const std::string& name, const std::vector<ProgramCommand>& commands);

ProgramCommand devicesCommand();
ProgramCommand filtersCommand();
ProgramCommand runCommand();
ProgramCommand replayCommand();
ProgramCommand rooflineCommand();
ProgramCommand compareCommand();
ProgramCommand samplesCommand();
ProgramCommand benchCommand();
ProgramCommand sweepCommand();
ProgramCommand ladderCommand();
ProgramCommand experimentCommand();
ProgramCommand trainCommand();
ProgramCommand tuneCommand();

} // namespace lightbench
