// What the bench found, as text for people.
#pragma once

#include <string>

#include "gpu/bench.h"

namespace lightbench {

/// "NVIDIA H200, read 4123 GB/s (...), copy ..., multiply-add ...": one line each.
std::string ceilingsText(const Ceilings& ceilings);
/// Every stage with its kernels, then the whole: times, traffic, shares of the ceilings, verdict.
std::string resultText(const BenchResult& result, const Ceilings& ceilings);

} // namespace lightbench
