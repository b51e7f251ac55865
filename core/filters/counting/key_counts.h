// Counting keys of 16 bits of each colour channel in local memory, part by part: kernels/counting/key_counts.clh.
#pragma once

#include <string>

#include "core/filter/plan.h"

namespace lightbench {

/// Whether a request's device counts so: not CPUs, whose local memory is no faster, and where there is room.
bool countsKeysInParts(const PlanRequest& request);
/// The pass of such a kernel, of arguments `src`, `pixels` and what the caller adds: the tables, 65536 counts of 32
/// bits for each colour channel, zeros before. Workgroups in a line.
KernelPass keyCountsPass(const PlanRequest& request, std::string program);

} // namespace lightbench
