// Commands on two settings side by side.
#pragma once

#include <vector>

#include "ui/commands/command_table.h"
#include "ui/state/lab_context.h"

namespace lightbench {

/// The table has the menu "compare".
std::vector<Command> compareRows(CommandTable* table, const LabContext& lab);

} // namespace lightbench
