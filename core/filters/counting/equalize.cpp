// equalize: histogram equalisation of each colour channel, sample for sample that of OpenCV's equalizeHist.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/parallel.h"
#include "core/base/rounding.h"
#include "core/filter/filter.h"
#include "core/filter/plan.h"
#include "core/filters/counting/histogram_passes.h"

namespace lightbench::filters {

namespace {

/// Local memory of a channel's running sums, with what belongs to them (kernels/counting/equalize.cl, Equalizer).
constexpr std::uint64_t equalizerBytes = 2 * 256 * 4 + 8;

using Table = std::array<std::uint8_t, 256>;

std::array<std::uint32_t, 256> countChannel(const Image& input, int channel) {
    std::array<std::uint32_t, 256> bins{};
    const std::uint8_t* samples = input.samples<std::uint8_t>() + channel;
    for (std::size_t i = 0; i < input.size().area(); ++i)
        ++bins[samples[i * std::size_t(input.channels())]];
    return bins;
}

/// In float throughout, as OpenCV has it: counts above 2^24 round when they become float.
Table equalizingTable(const std::array<std::uint32_t, 256>& bins, std::size_t pixels) {
    Table table{};
    std::size_t j = 0;
    while (bins[j] == 0)
        ++j;
    if (bins[j] == pixels) {
        for (std::size_t v = 0; v < table.size(); ++v)
            table[v] = std::uint8_t(v);
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

Image reference(const Image& input, const ParameterValues&) {
    const int colours = input.format().colourChannels(), channels = input.channels();
    std::array<Table, 3> tables;
    for (int c = 0; c < colours; ++c) {
        checkCancelled();
        tables[std::size_t(c)] = equalizingTable(countChannel(input, c), input.size().area());
    }
    Image output = input.clone();
    parallelRows(input.height(), [&](int y) {
        std::uint8_t* row = output.row<std::uint8_t>(y);
        for (int x = 0; x < input.width(); ++x)
            for (int c = 0; c < colours; ++c)
                row[x * channels + c] = tables[std::size_t(c)][row[x * channels + c]];
    });
    return output;
}

int colours(const PlanRequest& request) { return request.input.format.colourChannels(); }
std::int32_t pixels(const PlanRequest& request) { return std::int32_t(request.input.size.area()); }

/// Makes the histogram, whose buffer it gives.
BufferRef addCounting(Plan& plan, const PlanRequest& request) {
    const BufferRef histogram = plan.addScratch("histogram", std::uint64_t(colours(request)) * 256 * 4);
    const BufferRef sums = plan.addScratch(sumsScratch(colours(request)));
    const Counting counting = automaticCounting(request, colours(request));
    KernelPass pass = countingPass(request, counting, "equalize_count", 16);
    countInBanks(pass, counting);
    pass.arguments = {{"src", inputBuffer()}, {"histogram", histogram}, {"sums", sums}, {"pixels", pixels(request)}};
    plan.passes.emplace_back(std::move(pass));
    return histogram;
}

/// One workgroup a channel. Gives the buffer of the table.
BufferRef addTable(Plan& plan, const PlanRequest& request, BufferRef histogram) {
    const std::uint64_t rows = std::uint64_t(colours(request));
    KernelPass pass = countingPass(request, automaticCounting(request, colours(request)), "equalize_table", 16);
    pass.local = {std::min(request.workgroup.x, request.cut.at("table-items")), 1};
    pass.global = {rows * std::size_t(pass.local.x), 1};
    const BufferRef table = plan.addScratch("table", rows * 256);
    pass.arguments = {{"histogram", histogram}, {"table", table}};
    pass.localBytes = equalizerBytes;
    pass.bytes = rows * 256 * 5;
    pass.operations = rows * 256 * 10;
    plan.passes.emplace_back(std::move(pass));
    return table;
}

/// source: the table, or what the kernel makes it from.
KernelPass lookUpPass(const PlanRequest& request, const char* kernel, const NamedArgument& source) {
    Counting spread = automaticCounting(request, colours(request));
    KernelPass pass = countingPass(request, spread, kernel, 16);
    const int replicas = request.workgroup.x < 32 ? 1 : 32;
    pass.defines.emplace_back("REPLICAS", std::to_string(replicas));
    pass.localBytes = std::uint64_t(colours(request) * 256 * replicas);
    pass.arguments = {{"src", inputBuffer()}, {"dst", outputBuffer()}, source, {"pixels", pixels(request)}};
    pass.bytes = 2 * request.input.bytes();
    pass.operations = request.input.samples();
    return pass;
}

Plan threeKernelPlan(const PlanRequest& request) {
    Plan plan;
    const BufferRef table = addTable(plan, request, addCounting(plan, request));
    plan.passes.emplace_back(lookUpPass(request, "equalize_look_up", {"table", table}));
    return plan;
}

Plan twoKernelPlan(const PlanRequest& request) {
    Plan plan;
    const BufferRef histogram = addCounting(plan, request);
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

/// Cut `table-items`: the most work-items that make a channel's table.
ChoiceTable choices() {
    const std::vector<MeasuredChoice> rows = {
        // A group of one work-item counts without atomics.
        {.devices = {DeviceClass::Cpu}, .workgroup = Workgroup{1, 1}, .cut = {{"table-items", 1}}},
        {.workgroup = Workgroup{1024, 1},
         .cut = {{"table-items", 256}},
         .measured = "H200, 2026-11-21: fused-table, 8192 x 8192, gray 8-bit in 0.067 ms"},
    };
    return laidOver(rows, {countingChoices()});
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
    filter.choices = choices();
    return filter;
}

} // namespace lightbench::filters
