// Means of small windows of 8-bit samples in registers: the host's side of kernels/scans/box_blocks.clh.
#pragma once

#include <string>

#include "core/filter/plan.h"

namespace lightbench {

/// The kernel makes the output from the input by the means of k x k samples, k at most 15; it takes src, dst, width and
/// height. Cut: `cell-rows`, the rows of a block (of gray, half of them). `operations` is for the caller to add.
KernelPass boxBlocksPass(const PlanRequest& request, std::string kernel, int k, const std::string& border);
/// The cut for the variant of that name: of the table of a filter that has it, with a parameter k.
std::vector<MeasuredChoice> boxBlocksCuts(const std::string& variant);

} // namespace lightbench
