// The explanation of a checked stage of a report.
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

/// Of its output against its reference, with the grids of its kernels. Nothing for a stage that was not checked, whose
/// images the report has not (RunOptions::stageImages), or that only analyses. Obeys the current CancelScope.
std::optional<StageExplanation> explainStage(const StageReport& stage);

} // namespace lightbench
