// What a command is, and how the command line finds and runs the one that was named.
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

} // namespace lightbench
