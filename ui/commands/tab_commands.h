// Commands on the session's tabs.
#pragma once

#include <vector>

#include "ui/commands/command_table.h"
#include "ui/state/lab_context.h"

namespace lightbench {

std::vector<Command> tabRows(const LabContext& lab);

} // namespace lightbench
