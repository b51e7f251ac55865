// What `run` and `compare` print: tables of times and of differences from a reference, and explanations of differences.
// Times are in milliseconds. The functions only build text.
#pragma once

#include <span>
#include <string>

#include "core/run/report.h"
#include "core/run/stage_explanation.h"

namespace lightbench {

/// Device, input and output, every kernel's time, the transfers, and the differences if they were checked.
std::string reportText(const Report& report, const std::string& inputPath, const std::string& outputPath);
/// The values of lb_probe, stage by stage, beside the samples of the result and of the reference. Empty if there is no
/// pixel.
std::string probesText(const Report& report, const std::optional<Point>& pixel);
std::string comparisonText(const Difference& difference, Format format);
/// The findings, then every metric with its formula and source.
std::string explanationText(const Explanation& explanation, const Metrics& metrics);
/// The same for every stage, each under its name. Metrics are listed only for stages that differ.
std::string explanationsText(std::span<const StageExplanation> stages);

} // namespace lightbench
