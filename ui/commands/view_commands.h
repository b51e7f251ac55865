// Commands of the picture: what is shown of it, how large, and over which range.
#pragma once

#include "ui/commands/command_table.h"

namespace lightbench {

class ImageView;

std::vector<Command> viewRows(ImageView& view);

} // namespace lightbench
