// Commands that jump from mismatch to mismatch in the view. The lab's command list (lab_commands.cpp) adds them to the
// table.
#pragma once

#include <vector>

#include "ui/commands/command_table.h"
#include "ui/state/session/lab_context.h"

namespace lightbench {

std::vector<Command> truthRows(const LabContext& lab);

} // namespace lightbench
