// What the bench found, as text for people.
#pragma once

#include <string>

#include "core/experiment/row.h"

namespace lightbench {

/// Read, copy and multiply-add, one line each: the best round, the slowest, and the launch.
std::string ceilingsText(const Ceilings& ceilings);
/// Every stage with its kernels, then the whole: times, traffic, shares of the ceilings, verdict.
std::string resultText(const Measurement& result, const Ceilings& ceilings);

} // namespace lightbench
