// Commands for the session's tabs, such as opening and closing one. The lab's command list (lab_commands.cpp) adds them
// to the table.
#pragma once

#include <vector>

#include "ui/commands/command_table.h"
#include "ui/state/session/lab_context.h"

namespace lightbench {

std::vector<Command> tabRows(const LabContext& lab);

} // namespace lightbench
