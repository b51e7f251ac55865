// Counts the 16-bit sort keys of each colour channel in local memory, one sub-range of the keys at a time
// (kernels/counting/key_counts.clh). Tables for 16-bit and float images use it.
#pragma once

#include <string>

#include "core/framework/plan.h"

namespace lightbench {

/// True if the device should count this way: it needs enough local memory, and CPUs are excluded because theirs is no
/// faster.
bool countsKeysInParts(const PlanRequest& request);
/// A pass for such a kernel with the arguments `src` and `pixels`. The caller adds the tables, 65536 counts of 32 bits
/// for each colour channel, zeroed before. Workgroups are one-dimensional.
KernelPass keyCountsPass(const PlanRequest& request, const std::string& program);

} // namespace lightbench
