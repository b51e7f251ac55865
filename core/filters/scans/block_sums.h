// Prefix-sum passes that keep blocks of samples in registers (kernels/scans/register_blocks.clh), and decoupled
// look-back over them. integral and prefix-sum use them.
#pragma once

#include "core/filters/scans/line_sums.h"

namespace lightbench {

/// Along rows, each row of work-items scans one line of the image. Along columns, neighbouring work-items take
/// neighbouring columns, and the rows of the workgroup are stacked. `block`: quads (four samples) per work-item.
KernelPass blockSumPass(const PlanRequest& request, const LineSums& lines, int block);
/// The same sums in a single pass in which workgroups pass on their totals. Adds scratch buffers, a fill and the pass
/// to the plan.
void addLookBack(Plan& plan, const PlanRequest& request, const LineSums& lines, int block);

/// The defines BLOCK, WIDE and SUBGROUP, needed besides the formats.
std::vector<std::pair<std::string, std::string>> blockDefines(const PlanRequest& request, const LineSums& lines,
                                                              int block);
/// The number of work-items that scan without local memory: as many as exchange registers, or 1.
int subgroupItems(const PlanRequest& request);
/// The number of 64-bit words per total in look-back.
std::uint64_t lookBackWords(Format sums);
/// The number of quads in a row of that many pixels.
std::size_t quadsOf(int pixels, Format format);

/// The variant `register-blocked`; `automatic` chooses its workgroup if the filter's choices do not.
Variant registerBlockedVariant(MakePlan plan, ChooseWorkgroup automatic = nullptr);

} // namespace lightbench
