// Means of small windows of 8-bit samples, computed in registers: the host side of kernels/scans/box_blocks.clh. box
// and adaptive-threshold use it.
#pragma once

#include <string>

#include "core/framework/plan.h"

namespace lightbench {

/// A pass with a kernel that computes means of k x k samples, k at most 15, and takes src, dst, width and height.
/// Tuning parameter: `cell-rows`, the rows of a block (half of that for gray). The caller adds `operations`.
KernelPass boxBlocksPass(const PlanRequest& request, std::string kernel, int k, const std::string& border);
/// The measured tuning parameters for that variant, for filters with a parameter k.
std::vector<MeasuredChoice> boxBlocksCuts(const std::string& variant);

} // namespace lightbench
