// Explains the result of one checked stage of a run report. The command line uses it.
#pragma once

#include <optional>
#include <string>

#include "core/compare/explanation.h"
#include "core/compare/metrics.h"
#include "core/run/report.h"

namespace lightbench {

struct StageExplanation {
    int stackIndex = 0;
    std::string filter;
    Explanation explanation;
    Metrics metrics;
};

/// Compares the stage's output with its reference, using the tile grids of its kernels. Nothing if the stage was not
/// checked, only analyses, or if its images were not kept (RunOptions::stageImages). Obeys the current CancelScope.
std::optional<StageExplanation> explainStage(const StageReport& stage);

} // namespace lightbench
