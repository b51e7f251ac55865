// Collects a stage's data from the report and calls explain().
#include "core/run/stage_explanation.h"

#include "core/run/stage_tilings.h"

namespace lightbench {

std::optional<StageExplanation> explainStage(const StageReport& stage) {
    if (!isChecked(stage.difference.verdict) || !stage.analysis.empty()) return std::nullopt;
    if (!stage.outputImage || !stage.referenceImage) return std::nullopt;
    const Image &actual = *stage.outputImage, &expected = *stage.referenceImage;
    return StageExplanation{stage.stackIndex, stage.filter,
                            explainMismatches(actual, expected, stage.tolerance, tilingsOf(stage)),
                            metricsOf(actual, expected, stage.difference)};
}

} // namespace lightbench
