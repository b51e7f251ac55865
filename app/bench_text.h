// What the bench found, as text for people.
#pragma once

#include <string>

#include "app/bench_row.h"

namespace lightbench {

/// "NVIDIA H200, read 4123 GB/s (...), copy ..., multiply-add ...": one line each.
std::string ceilingsText(const Ceilings& ceilings);
/// Every stage with its kernels, then the whole: times, traffic, shares of the ceilings, verdict.
std::string resultText(const BenchResult& result, const Ceilings& ceilings);

/// The heading of a table that is printed row by row, and a row of it.
std::string rowHeading();
std::string rowLine(const BenchRow& row);

} // namespace lightbench
