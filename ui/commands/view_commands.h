// Commands of the image view: what it shows, its zoom, and its value range. The lab's command list (lab_commands.cpp)
// adds them to the table.
#pragma once

#include "ui/commands/command_table.h"

namespace lightbench {

class ImageView;

std::vector<Command> viewRows(ImageView& view);

} // namespace lightbench
