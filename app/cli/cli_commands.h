// The commands. Each is implemented in app/cli/NAME.cpp, and listed in app/cli/main.cpp.
#pragma once

#include "app/terminal/commands.h"

namespace lightbench {

ProgramCommand devicesCommand();
ProgramCommand filtersCommand();
ProgramCommand sourceCommand();
ProgramCommand checkMemoryCommand();
ProgramCommand runCommand();
ProgramCommand replayCommand();
ProgramCommand rooflineCommand();
ProgramCommand compareCommand();
ProgramCommand samplesCommand();
ProgramCommand experimentCommand();
ProgramCommand benchCommand();
ProgramCommand tuneCommand();
ProgramCommand trainCommand();
ProgramCommand kernelsCommand();
ProgramCommand manualCommand();

} // namespace lightbench
