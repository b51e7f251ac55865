// Commands that walk from mismatch to mismatch.
#pragma once

#include <vector>

#include "ui/commands/command_table.h"
#include "ui/state/lab_context.h"

namespace lightbench {

std::vector<Command> truthRows(const LabContext& lab);

} // namespace lightbench
