// Formats measured peak rates and measurements as text for a terminal. The command `bench` prints both; `roofline` and
// every experiment print the peak rates of their devices.
#pragma once

#include <string>

#include "core/experiment/row.h"

namespace lightbench {

/// One line each for read, copy, multiply-add and local memory, with the best and the slowest round; then the launch
/// time.
std::string peakRatesText(const PeakRates& peakRates);
/// Every stage with its kernels, then the total: times, traffic, shares of the peak rates, verdict.
std::string resultText(const Measurement& result, const PeakRates& peakRates);

} // namespace lightbench
