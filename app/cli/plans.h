// `run --plan`: prints what a run would do, and runs nothing. The command `run` calls it in place of its batch.
#pragma once

#include "app/terminal/arguments.h"
#include "app/terminal/command_context.h"

namespace lightbench {

/// Prints the plan of every stage for each input and device, as text or, with --json, as one JSON object. Returns the
/// exit code; throws Error. Options that say what to do with a result are ignored.
int showPlans(const Arguments& arguments, CommandContext& context);

} // namespace lightbench
