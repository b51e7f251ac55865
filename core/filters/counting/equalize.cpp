// equalize: equalises the histogram of each colour channel; for 8 bits the result equals OpenCV's equalizeHist in every
// sample.
#include <numeric>

#include "core/base/rounding.h"
#include "core/filters/counting/histogram_luts.h"
#include "core/filters/point/float_via_16_bit.h"
#include "core/filters/point/luma_channels.h"
#include "core/framework/filter.h"
#include "core/framework/plain_variant.h"
#include "core/framework/plan.h"

namespace lightbench::filters {

namespace {

/// Local memory in bytes of equalizer_t in kernels/counting/equalize/table.cl: 2 x 256 sums, `first` and `scale`.
constexpr std::uint64_t equalizerBytes = 2 * 256 * 4 + 8;
/// `counts` and `of_lowest` of equalize_table_16bit.
constexpr std::uint64_t bytesPerWorkItem16Bit = 2 * sizeof(std::uint32_t);

/// 65536 bins, in integer arithmetic, so that no count is rounded.
ChannelTable table16Bit(const ChannelCounts& bins, std::size_t pixels) {
    ChannelTable table(bins.size());
    std::size_t bin = 0;
    while (bins[bin] == 0)
        ++bin;
    const std::uint64_t pixelsAboveFirst = pixels - bins[bin];
    std::uint64_t sum = 0;
    for (++bin; bin < table.size(); ++bin) {
        sum += bins[bin];
        if (pixelsAboveFirst > 0) table[bin] = std::uint16_t(roundedRatio(65535 * sum, pixelsAboveFirst));
    }
    if (pixelsAboveFirst == 0) std::iota(table.begin(), table.end(), std::uint16_t(0));
    return table;
}

/// 256 bins, in float like OpenCV. Counts above 2^24 are rounded by the conversion, as in OpenCV.
ChannelTable table8Bit(const ChannelCounts& bins, std::size_t pixels) {
    ChannelTable table(bins.size());
    std::size_t bin = 0;
    while (bins[bin] == 0)
        ++bin;
    if (bins[bin] == pixels) {
        for (std::size_t v = 0; v < table.size(); ++v)
            table[v] = std::uint16_t(v);
        return table;
    }
    const float scale = 255.0f / float(pixels - bins[bin]);
    std::uint32_t sum = 0;
    for (++bin; bin < table.size(); ++bin) {
        sum += bins[bin];
        table[bin] = storeSample<std::uint8_t>(float(sum) * scale);
    }
    return table;
}

Image equalizeReference(const Image& input, const ParameterValues&) {
    return histogramLutReference(input, input.format().type == SampleType::U16 ? table16Bit : table8Bit);
}

Plan threeKernelPlan(const PlanRequest& request) {
    return histogramLutPlan(request, "equalize", equalizerBytes, {}, bytesPerWorkItem16Bit);
}

Plan twoKernelPlan(const PlanRequest& request) {
    Plan plan;
    const BufferRef histogram = addChannelCounting(plan, request);
    KernelPass& lookUp =
        plan.add(lutPass(request, {"equalize/table", "equalize_table_and_look_up"}, {"histogram", histogram}));
    lookUp.localBytes += equalizerBytes;
    return plan;
}

Plan plainEqualizePlan(const PlanRequest& request) {
    const ImageShape& input = request.input;
    const std::uint64_t channels = std::uint64_t(input.format.colourChannels());
    const std::uint64_t values = channels * (std::uint64_t(input.format.fullScale()) + 1);
    Plan plan;
    const NamedArgument counts{"counts", plan.addScratch("counts", 4 * values)};
    const NamedArgument table{"table", plan.addScratch("table", values * input.format.bytesPerSample())};
    const auto pass = [&](const char* kernel) {
        KernelPass made = plainPass(request, "equalize", input.format, 1);
        made.kernel = kernel;
        return made;
    };
    KernelPass count = pass("equalize_plain_count"), make = pass("equalize_plain_table"),
               lookUp = pass("equalize_plain_look_up");
    removeArgument(count, "dst");
    addArguments(count, {counts});
    count.bytes = input.bytes();
    runOneGroup(make, {int(channels), 1});
    make.arguments = {counts, table, {"pixels", std::uint32_t(input.size.area())}};
    make.bytes = values * (4 + input.format.bytesPerSample());
    make.operations = 10 * values;
    addArguments(lookUp, {table});
    plan.passes = {FillPass{std::get<BufferRef>(counts.value), 0}, std::move(count), std::move(make),
                   std::move(lookUp)};
    return plan;
}

Variant plainEqualize() {
    Variant variant =
        plainVariant("Each work-item counts a pixel by atomic increments in global memory. Then one work-item for each "
                     "channel makes the table, and each work-item looks a pixel up in it.",
                     plainEqualizePlan);
    variant.communication = Communication::AcrossWorkgroups;
    return variant;
}

std::vector<Variant> equalizeVariants() {
    return {
        Variant{
            .id = "fused-table",
            .label = "Table in the look-up",
            .idea = "Two kernels run. Each workgroup of the second one, the look-up, builds the table itself, which "
                    "costs less than a third launch.",
            .workgroups = lineWorkgroups(),
            .applies = {"it takes 8-bit images only, because a table of 16 bits is too large to make in each workgroup",
                        [](const PlanRequest& request) { return request.input.format.type == SampleType::U8; }},
            .plan = twoKernelPlan,
            .tuning = tuningNames<CountingTuning, TableTuning>(),
            .communication = Communication::AcrossWorkgroups,
        },
        Variant{
            .id = "local-histogram",
            .idea = "Three kernels run. The first counts in banked histograms in local memory and adds them to a "
                    "global one. The second makes the table by a scan. The third looks samples up in copies of the "
                    "table in local memory, one for each bank.",
            .workgroups = lineWorkgroups(),
            .plan = threeKernelPlan,
            .tuning = tuningNames<CountingTuning, TableTuning>(),
            .communication = Communication::AcrossWorkgroups,
        },
        plainEqualize(),
    };
}

} // namespace

Filter equalize() {
    Filter filter;
    filter.id = "equalize";
    filter.group = "Tone and contrast";
    filter.synonyms = {"histogram equalization", "contrast", "normalize"};
    filter.summary = "Spreads the tones of an image so that its histogram becomes as flat as possible.";
    filter.doc = "The histogram of each colour channel is equalized, as by OpenCV's equalizeHist. Let i be the first "
                 "bin h(i) that is not empty, and N the number of pixels. Values up to i become 0. Value j becomes "
                 "round(255 / (N - h(i)) x (h(i+1) + ... + h(j))), computed in float and rounded half to even. A "
                 "channel with a single value does not change, and neither does alpha. 16-bit images use 65536 bins "
                 "and 65535 instead of 255, in integer arithmetic.";
    filter.accepts = {SampleType::U8, SampleType::U16};
    filter.reference = equalizeReference;
    filter.variants = equalizeVariants();
    filter.choices = histogramLutChoices();
    acceptLuma(filter, LumaUse::Shift);
    acceptFloatsVia16Bit(filter);
    return filter;
}

} // namespace lightbench::filters
