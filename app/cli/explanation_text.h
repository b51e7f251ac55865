// Explanations as the terminal shows them.
#pragma once

#include <span>
#include <string>

#include "core/compare/stage_explanation.h"

namespace lightbench {

/// The findings, then every metric with its formula and source.
std::string explanationText(const Explanation& explanation, const Metrics& metrics);
/// The same of every stage, each under its name; metrics only of those that differ.
std::string explanationsText(std::span<const StageExplanation> stages);

} // namespace lightbench
