// Commands of the image view: what it shows, its zoom, its value range, and what it compares. The lab's command list
// (lab_commands.cpp) adds them to the table.
#pragma once

#include "ui/commands/command_table.h"
#include "ui/state/session/lab_context.h"

namespace lightbench {

std::vector<Command> viewRows(ImageView& view);
/// Compares with a pinned setting, and walks through what differs from the reference. The table must already have the
/// menu "compare".
std::vector<Command> compareRows(CommandTable* table, const LabContext& lab);

} // namespace lightbench
