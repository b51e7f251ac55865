// The command `run`: processes every input image with the stack and writes the results. Images are read, run and
// written on several threads; messages and report entries keep the order of the inputs.
#pragma once

#include "app/cli/jobs.h"
#include "app/terminal/command_context.h"

namespace lightbench {

/// Runs each input through the stack on a device. A failed file is reported and the others continue. Reports follow the
/// order of the jobs. Returns the exit code. With a single input its Error is thrown instead.
int runJobs(const JobSettings& settings, CommandContext& context);

} // namespace lightbench
