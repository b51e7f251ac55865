// Explains the result of one checked stage of a run report: in which grid its workgroups wrote it, and what differs.
// The check, the Truth panel, the result view and the command line use it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/compare/explanation.h"
#include "core/compare/metrics.h"
#include "core/compare/tiling.h"
#include "core/run/report.h"

namespace lightbench {

/// The grids of a stage's kernels, as far as the launch sizes determine them, without duplicates. The last kernel comes
/// first, because it writes the result. A report does not record what a workgroup writes, so the tile is guessed from
/// the sizes that give the kernel's number of groups. A multiple of the workgroup is preferred, then the size that the
/// largest power of two divides. Kernels that treat the image as a line of samples have no grid.
/// A stage that computes a part of its image has none either, because its grids begin at the part.
std::vector<Tiling> tilingsOf(const StageReport& stage);

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
