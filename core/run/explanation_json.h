// Converts explanations and metrics to JSON. The command line's reports use it.
#pragma once

#include <string>

#include "core/base/json.h"
#include "core/compare/explanation.h"
#include "core/compare/metrics.h"

namespace lightbench {

/// {"pattern", "text", "hint"}.
Json toJson(const Finding& finding);
/// {"findings": [...], "pixels", "largest_at": [x, y] or null}; with metrics also "metrics": {...}, where undefined and
/// infinite values are null.
Json toJson(const Explanation& explanation, const std::optional<Metrics>& metrics);

} // namespace lightbench
