// The tables that `run` and `compare` print: times of kernels and transfers, and differences from a reference. Times
// are in milliseconds. The functions only build text.
#pragma once

#include <string>

#include "core/run/report.h"

namespace lightbench {

/// Device, input and output, every kernel's time, the transfers, and the differences if they were checked.
std::string reportText(const Report& report, const std::string& inputPath, const std::string& outputPath);
/// The values of lb_probe, stage by stage, beside the samples of the result and of the reference. Empty if there is no
/// pixel.
std::string probesText(const Report& report, const std::optional<Point>& pixel);
std::string comparisonText(const Difference& difference, Format format);

} // namespace lightbench
