// What filters share that count each colour channel of an image, make a table of the counts and look every sample up in
// it: equalize, otsu, auto-levels. For 8 bits their first and last kernel are equalize's
// (kernels/counting/equalize.cl), for 16 bits those of kernels/counting/wide_tables.cl.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/filter/filter.h"
#include "core/filters/counting/histogram_passes.h"

namespace lightbench {

/// 256 or 65536 of them.
using ChannelCounts = std::vector<std::uint32_t>;
/// What becomes of each value.
using ChannelTable = std::vector<std::uint16_t>;

/// The table of a channel by its counts and by how many pixels there are.
using TableOf = std::function<ChannelTable(const ChannelCounts& counts, std::size_t pixels)>;
/// Every colour channel looked up in its table.
Image countedTableReference(const Image& input, const TableOf& tableOf);

/// Makes the histogram of each colour channel, whose buffer it gives.
BufferRef addChannelCounting(Plan& plan, const PlanRequest& request);
/// The last pass; `source` is the table, or what the kernel makes it from.
KernelPass lookUpPass(const PlanRequest& request, const char* kernel, const NamedArgument& source);
/// Counts, makes tables by a kernel of the filter, of one workgroup a channel, and looks up. The kernel takes
/// `histogram`, `table` and what `more` gives; `localBytes` is the local memory that it declares. Of 16-bit images
/// that kernel's name ends in _wide, and its local memory is a work-item's `wideBytes` for each of 256.
Plan countedTablePlan(const PlanRequest& request, const char* kernel, std::uint64_t localBytes,
                      std::initializer_list<NamedArgument> more = {}, std::uint64_t wideBytes = 0);
/// The variant `local-histogram` of that plan, for filters that have no other.
Variant countedTableVariant(const MakePlan& plan);

/// With the cut `table-items`: the most work-items that make a channel's table.
ChoiceTable countedTableChoices();

} // namespace lightbench
