// Explains the result of one checked stage of a run report, and converts explanations to JSON. The command line uses
// it.
#pragma once

#include <optional>
#include <string>

#include "core/base/json.h"
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

/// {"pattern", "text", "hint"}.
Json toJson(const Finding& finding);
/// {"findings": [...], "pixels", "largest_at": [x, y] or null}; with metrics also "metrics": {...}, where undefined and
/// infinite values are null.
Json toJson(const Explanation& explanation, const std::optional<Metrics>& metrics);

} // namespace lightbench
