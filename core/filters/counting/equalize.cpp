// equalize: histogram equalisation of each colour channel, sample for sample that of OpenCV's equalizeHist.
#include "core/base/rounding.h"
#include "core/filter/filter.h"
#include "core/filter/plan.h"
#include "core/filters/counting/counted_tables.h"

namespace lightbench::filters {

namespace {

/// Local memory of a channel's running sums, with what belongs to them (kernels/counting/equalize.cl, Equalizer).
constexpr std::uint64_t equalizerBytes = 2 * 256 * 4 + 8;

/// In float throughout, as OpenCV has it: counts above 2^24 round when they become float.
ChannelTable equalizingTable(const ChannelCounts& bins, std::size_t pixels) {
    ChannelTable table(bins.size());
    std::size_t j = 0;
    while (bins[j] == 0)
        ++j;
    if (bins[j] == pixels) {
        for (std::size_t v = 0; v < table.size(); ++v)
            table[v] = std::uint16_t(v);
        return table;
    }
    const float scale = 255.0f / float(pixels - bins[j]);
    std::uint32_t sum = 0;
    for (++j; j < table.size(); ++j) {
        sum += bins[j];
        table[j] = storeSample<std::uint8_t>(float(sum) * scale);
    }
    return table;
}

Image reference(const Image& input, const ParameterValues&) { return countedTableReference(input, equalizingTable); }

Plan threeKernelPlan(const PlanRequest& request) { return countedTablePlan(request, "equalize_table", equalizerBytes); }

Plan twoKernelPlan(const PlanRequest& request) {
    Plan plan;
    const BufferRef histogram = addChannelCounting(plan, request);
    KernelPass last = lookUpPass(request, "equalize_table_and_look_up", {"histogram", histogram});
    last.localBytes += equalizerBytes;
    plan.passes.emplace_back(std::move(last));
    return plan;
}

std::vector<Variant> variants() {
    return {
        Variant{
            .id = "fused-table",
            .label = "Table in the look-up",
            .idea = "Two kernels: every workgroup of the look-up makes the table from the histogram by itself, which "
                    "costs less than a kernel of its own.",
            .workgroups = lineWorkgroups(),
            .plan = twoKernelPlan,
        },
        Variant{
            .id = "local-histogram",
            .label = "Local histogram",
            .idea = "Three kernels: banked histograms in local memory added to a global one, a scan that makes the "
                    "table, the look-up from copies of the table in local memory, one for each bank.",
            .workgroups = lineWorkgroups(),
            .plan = threeKernelPlan,
        },
    };
}

} // namespace

Filter equalize() {
    Filter filter;
    filter.id = "equalize";
    filter.label = "Equalize";
    filter.group = "Colour";
    filter.synonyms = {"histogram equalization", "contrast", "normalize"};
    filter.doc =
        "Histogram equalisation of each colour channel, as OpenCV's equalizeHist: with i the first bin h(i) that "
        "is not empty and N pixels, values up to i become 0 and value j becomes round(255 / (N - h(i)) x sum of "
        "h(i+1..j)), in float, half to even. A channel of one single value stays as it is. Alpha untouched.";
    filter.accepts = {SampleType::U8};
    filter.reference = reference;
    filter.variants = variants();
    filter.choices = countedTableChoices();
    return filter;
}

} // namespace lightbench::filters
