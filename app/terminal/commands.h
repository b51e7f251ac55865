// The commands: each file app/cli/NAME.cpp or app/bench/NAME.cpp declares one and does it.
#pragma once

#include "app/terminal/arguments.h"
#include "app/terminal/console.h"

namespace lightbench {

struct Command {
    CommandSpec spec;
    /// Gives the exit code; throws Error.
    int (*run)(const Arguments& arguments, Console& console);
};

/// Throws Error(Usage) that lists the nearest names.
const Command& commandNamed(const std::string& name, const std::vector<Command>& commands);

Command devicesCommand();
Command filtersCommand();
Command runCommand();
Command replayCommand();
Command rooflineCommand();
Command compareCommand();
Command samplesCommand();
Command benchCommand();
Command sweepCommand();
Command ladderCommand();
Command experimentCommand();
Command trainCommand();
Command tuneCommand();

} // namespace lightbench
