// Collects a stage's data from the report and calls explain(). JSON keys are part of the reports' format and do not
// change.
#include "core/run/stage_explanation.h"

#include "core/base/json.h"
#include "core/run/report_json.h"
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

Json toJson(const Finding& finding) {
    return Json::Object{{"pattern", patternName(finding.pattern)}, {"text", finding.text}, {"hint", finding.hint}};
}

Json toJson(const Explanation& explanation, const std::optional<Metrics>& metrics) {
    Json object = Json::Object();
    object["findings"] = jsonOf(explanation.findings);
    object["pixels"] = explanation.pixels;
    object["largest_at"] = jsonOf(explanation.largestAt);
    object["metrics"] = metrics ? fieldsJson(*metrics) : Json();
    return object;
}

} // namespace lightbench
