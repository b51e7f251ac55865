// The measuring commands. Each is implemented in app/bench/NAME.cpp and listed in app/bench/main.cpp, and some also in
// app/cli/main.cpp.
#pragma once

#include "app/terminal/commands.h"

namespace lightbench {

ProgramCommand benchCommand();
ProgramCommand sweepCommand();
ProgramCommand ablationCommand();
ProgramCommand tuneCommand();

} // namespace lightbench
