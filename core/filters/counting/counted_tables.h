// What filters share that count each colour channel of an 8-bit image, make a table of the counts and look every sample
// up in it: equalize, otsu, auto-levels. Their first and last kernel are equalize's (kernels/counting/equalize.cl).
#pragma once

#include <array>
#include <functional>
#include <initializer_list>
#include <string>

#include "core/filter/filter.h"
#include "core/filters/counting/histogram_passes.h"

namespace lightbench {

using ChannelCounts = std::array<std::uint32_t, 256>;
using ChannelTable = std::array<std::uint8_t, 256>;

/// Every colour channel looked up in the table that `tableOf` makes of its counts and of how many pixels there are.
Image countedTableReference(
    const Image& input, const std::function<ChannelTable(const ChannelCounts& counts, std::size_t pixels)>& tableOf);

/// Makes the histogram of each colour channel, whose buffer it gives.
BufferRef addChannelCounting(Plan& plan, const PlanRequest& request);
/// The last pass; `source` is the table, or what the kernel makes it from.
KernelPass lookUpPass(const PlanRequest& request, const char* kernel, const NamedArgument& source);
/// Counts, makes tables by a kernel of the filter, of one workgroup a channel, and looks up. The kernel takes
/// `histogram`, `table` and what `more` gives; `localBytes` is the local memory that it declares.
Plan countedTablePlan(const PlanRequest& request, const char* kernel, std::uint64_t localBytes,
                      std::initializer_list<NamedArgument> more = {});
/// The variant `local-histogram` of that plan, for filters that have no other.
Variant countedTableVariant(const MakePlan& plan);

/// With the cut `table-items`: the most work-items that make a channel's table.
ChoiceTable countedTableChoices();

} // namespace lightbench
