// JSON keys are part of the reports' format and do not change.
#include "core/run/explanation_json.h"

#include "core/base/json_fields.h"
#include "core/run/report_json.h"

namespace lightbench {

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
