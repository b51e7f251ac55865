// Measures one point in a process of its own, which can be ended: for variants that may wait for ever.
#pragma once

#include "app/bench_points.h"

namespace lightbench {

/// Starts this program again (`bench --row ...`) and reads the row that it prints; `empty` with a reason if it did not
/// end in time or failed. Throws Error(Cancelled) after Ctrl-C.
BenchRow runInChild(const BenchPoint& point, const BenchRow& empty, const PointOptions& options);

} // namespace lightbench
