// Filters that count each colour channel, derive a look-up table from the counts and map every sample: equalize, otsu
// and auto-levels. 8-bit images use the kernels in kernels/counting/equalize/, 16-bit ones
// those in kernels/counting/tables_16bit/.
#pragma once

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/filters/counting/histogram_passes.h"
#include "core/framework/filter.h"

namespace lightbench {

/// 256 or 65536 counts.
using ChannelCounts = std::vector<std::uint32_t>;
/// The output for each sample value.
using ChannelTable = std::vector<std::uint16_t>;

/// Computes the look-up table (LUT) of a channel from its counts and the number of pixels.
using MakeLut = std::function<ChannelTable(const ChannelCounts& counts, std::size_t pixels)>;
/// The reference: maps every colour channel by its table.
Image histogramLutReference(const Image& input, const MakeLut& makeLut);

/// Adds passes that count each colour channel; returns the buffer of counts.
BufferRef addChannelCounting(Plan& plan, const PlanRequest& request);
/// The pass that maps the samples. `source` is the table, or the histogram if each workgroup makes the tables itself.
KernelPass lutPass(const PlanRequest& request, KernelName name, const NamedArgument& source);
/// A plan that counts, makes tables by the kernel FILTER_table (one workgroup per channel), and maps. The kernel takes
/// `histogram`, `table` and the arguments in `more`; `localBytes` is the local memory that it declares. For 16-bit
/// images it is FILTER_table_16bit, with `bytesPerWorkItem16Bit` of local memory for each of 256 work-items. The
/// programs are FILTER/table and FILTER/table-16bit. The first has the kernel that maps, too.
Plan histogramLutPlan(const PlanRequest& request, const std::string& filter, std::uint64_t localBytes,
                      std::initializer_list<NamedArgument> extraArguments = {},
                      std::uint64_t bytesPerWorkItem16Bit = 0);
/// The variant `local-histogram` with that plan, for filters that have no other.
Variant histogramLutVariant(const MakePlan& plan);

/// The tuning parameter of passes that make or search a table, such as the table of a channel.
struct TableTuning {
    int tableItems = 1; ///< the maximum number of work-items for one table
};
constexpr auto fields(const TableTuning*) {
    return FieldList{Field{"table-items", &TableTuning::tableItems, NotInReport}};
}
/// The workgroup of such a pass.
inline Workgroup tableWorkgroup(const PlanRequest& request) {
    return {std::min(request.workgroup.x, tuningOf<TableTuning>(request).tableItems), 1};
}

/// Measured choices for the variants of these filters, with CountingTuning and TableTuning.
ChoiceTable histogramLutChoices();

} // namespace lightbench
