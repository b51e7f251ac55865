// Plans of sums from blocks of registers (kernels/scans/scan_blocks.clh), and of look-back over them.
#pragma once

#include "core/filters/scans/line_sums.h"

namespace lightbench {

/// Along rows each row of work-items walks a line of the image, side by side; along columns work-items are side by side
/// in neighbouring columns and the rows of the workgroup are below each other. `block`: quads (four samples) that a
/// work-item holds.
KernelPass blockSumPass(const PlanRequest& request, const LineSums& lines, int block);
/// The same sums in one pass in which workgroups hand theirs on. Adds scratch buffers, a fill and the pass to the plan.
void addLookBack(Plan& plan, const PlanRequest& request, const LineSums& lines, int block);

/// Defines that kernels in blocks need beside the formats: BLOCK, WIDE, SUBGROUP.
std::vector<std::pair<std::string, std::string>> blockDefines(const PlanRequest& request, const LineSums& lines,
                                                              int block);
/// Work-items that scan together without local memory: as many as exchange registers, or 1.
int subgroupItems(const PlanRequest& request);
/// 64-bit words for each sum that look-back hands on.
std::uint64_t lookBackWords(Format sums);
/// Quads in a row of that many pixels.
std::size_t quadsOf(int pixels, Format format);

/// The variant `register-blocked` of a filter; `automatic`: a rule for its workgroup where its choices have none.
Variant registerBlockedVariant(MakePlan plan, ChooseWorkgroup automatic = nullptr);

} // namespace lightbench
