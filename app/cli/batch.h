// What `run` does with its images.
#pragma once

#include "app/cli/jobs.h"
#include "app/terminal/console.h"

namespace lightbench {

/// Each input goes through the stack on a device; a bad file is told, and the rest go on. Results are told, reported
/// and noted in the order of the jobs. Gives the exit code; with a single input throws its Error.
int runJobs(const JobSettings& settings, Console& console);

} // namespace lightbench
