// Formats explanations of differences as text for a terminal. The commands `run --explain` and `compare` print it.
#pragma once

#include <span>
#include <string>

#include "core/run/stage_explanation.h"

namespace lightbench {

/// The findings, then every metric with its formula and source.
std::string explanationText(const Explanation& explanation, const Metrics& metrics);
/// The same for every stage, each under its name. Metrics are listed only for stages that differ.
std::string explanationsText(std::span<const StageExplanation> stages);

} // namespace lightbench
