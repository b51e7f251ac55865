// Commands for comparing two settings side by side. The lab's command list (lab_commands.cpp) adds them to the table.
#pragma once

#include <vector>

#include "ui/commands/command_table.h"
#include "ui/state/session/lab_context.h"

namespace lightbench {

/// The table must already have the menu "compare".
std::vector<Command> compareRows(CommandTable* table, const LabContext& lab);

} // namespace lightbench
