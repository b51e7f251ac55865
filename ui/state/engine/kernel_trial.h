// Tries a new version of a kernel on a small part of the image before it runs on the whole. A kernel that never ends is
// found soon, and costs nothing but the worker. Runner uses it on the engine's thread.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "core/run/engine.h"

namespace lightbench {

/// The part of the image has at most so many pixels in each direction.
constexpr int trialPixels = 251;
/// How long a kernel of a trial may run.
constexpr std::chrono::milliseconds trialLimit{2000};

/// Runs the stages up to the last whose kernels come from one of these definitions, on a part of the image. Returns if
/// they ended, or if they cannot run on so small an image. If a kernel runs longer than the limit, it throws
/// Error(Device) with the reason TrialTooLong. Other errors are those of the run. A write right behind a buffer is one.
void tryKernels(const RunRequest& request, const std::vector<std::string>& definitions, Engine& engine,
                const RunMonitor& monitor, std::chrono::milliseconds limit = trialLimit);

} // namespace lightbench
