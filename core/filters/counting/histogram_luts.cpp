#include "core/filters/counting/histogram_luts.h"

#include <algorithm>

#include "core/base/parallel.h"
#include "core/device/device_traits.h"

namespace lightbench {

namespace {

int colours(const PlanRequest& request) { return request.input.format.colourChannels(); }
std::int32_t pixels(const PlanRequest& request) { return std::int32_t(request.input.size.area()); }

template <class T> ChannelCounts countChannel(const Image& input, int channel) {
    ChannelCounts counts(std::size_t(input.format().fullScale()) + 1);
    const T* samples = input.samples<T>() + channel;
    for (std::size_t i = 0; i < input.size().area(); ++i)
        ++counts[samples[i * std::size_t(input.channels())]];
    return counts;
}

template <class T> void lookUp(Image& image, const std::vector<ChannelTable>& tables) {
    const std::size_t channels = std::size_t(image.channels());
    parallelRows(image.height(), [&](int y) {
        T* row = image.row<T>(y);
        for (std::size_t x = 0; x < std::size_t(image.width()); ++x)
            for (std::size_t c = 0; c < tables.size(); ++c)
                row[x * channels + c] = T(tables[c][row[x * channels + c]]);
    });
}

template <class T> Image applyHistogramLuts(const Image& input, const MakeLut& makeLut) {
    std::vector<ChannelTable> tables;
    for (int c = 0; c < input.format().colourChannels(); ++c) {
        checkCancelled();
        tables.push_back(makeLut(countChannel<T>(input, c), input.size().area()));
    }
    Image output = input.clone();
    lookUp<T>(output, tables);
    return output;
}

/// The copies of the tables in a workgroup's local memory.
int replicasOf(const PlanRequest& request) { return request.workgroup.x < 32 ? 1 : 32; }

/// A pass of a program that makes tables or looks samples up in them (kernels/counting/replicated_tables.clh).
KernelPass tablePass(const PlanRequest& request, KernelName name) {
    KernelPass pass = countingPass(request, automaticCounting(request, colours(request)), std::move(name), 16);
    addDefines(pass, {{"REPLICAS", replicasOf(request)}});
    return pass;
}

/// The 16-bit form of histogramLutPlan: the histogram has 65536 values, and is counted in parts in local memory, or by
/// atomics in global memory.
Plan table16BitPlan(const PlanRequest& request, const std::string& filter,
                    std::initializer_list<NamedArgument> extraArguments, std::uint64_t bytesPerWorkItem16Bit) {
    const std::uint64_t channels = std::uint64_t(colours(request)), values = 65536;
    const int pixelsPerWorkItem = isCpuDevice(request.device) ? 256 : 8;
    Plan plan;
    const BufferRef histogram = plan.addScratch("histogram", channels * values * 4);
    const BufferRef tables = plan.addScratch("tables", channels * values * 2);
    const auto add = [&](KernelName name, int each) -> KernelPass& {
        KernelPass pass = kernelPass(request, std::move(name));
        pass.global = coverSegments(request.input.size.area(), each, request.workgroup);
        pass.bytes = request.input.bytes();
        pass.operations = request.input.samples();
        return plan.add(std::move(pass));
    };
    plan.passes.emplace_back(FillPass{histogram, 0});
    if (countsKeysInParts(request)) {
        addArguments(plan.add(keyCountsPass(request, "tables_16bit")), {{"histogram", histogram}});
    } else {
        KernelPass& count = add("tables_16bit/count", pixelsPerWorkItem);
        count.arguments = {{"src", inputBuffer()},
                           {"histogram", histogram},
                           {"pixels", pixels(request)},
                           {"share_pixels", pixelsPerWorkItem}};
    }
    KernelPass& table = add(filter + "/table-16bit", 1);
    table.local = tableWorkgroup(request);
    table.global = {channels * std::size_t(table.local.x), 1};
    table.arguments = {{"histogram", histogram}, {"table", tables}};
    addArguments(table, extraArguments);
    table.localBytes = 256 * bytesPerWorkItem16Bit;
    table.bytes = channels * values * 6;
    KernelPass& last = add("tables_16bit/look-up", 1);
    last.arguments = {{"src", inputBuffer()}, {"dst", outputBuffer()}, {"table", tables}, {"pixels", pixels(request)}};
    last.bytes *= 2;
    return plan;
}

} // namespace

Image histogramLutReference(const Image& input, const MakeLut& makeLut) {
    return input.format().type == SampleType::U16 ? applyHistogramLuts<std::uint16_t>(input, makeLut)
                                                  : applyHistogramLuts<std::uint8_t>(input, makeLut);
}

BufferRef addChannelCounting(Plan& plan, const PlanRequest& request) {
    const BufferRef histogram = plan.addScratch("histogram", std::uint64_t(colours(request)) * 256 * 4);
    const BufferRef sums = plan.addScratch(sumsScratch(colours(request)));
    const Counting counting = automaticCounting(request, colours(request));
    KernelPass& pass = plan.add(countingPass(request, counting, {"histogram/local-banked", "histogram_local"}, 16));
    countInBanks(pass, counting);
    pass.arguments = {{"src", inputBuffer()}, {"result", histogram}, {"sums", sums}, {"pixels", pixels(request)}};
    return histogram;
}

KernelPass lutPass(const PlanRequest& request, KernelName name, const NamedArgument& source) {
    KernelPass pass = tablePass(request, std::move(name));
    pass.localBytes = std::uint64_t(colours(request) * 256 * replicasOf(request));
    pass.arguments = {{"src", inputBuffer()}, {"dst", outputBuffer()}, source, {"pixels", pixels(request)}};
    pass.bytes = 2 * request.input.bytes();
    pass.operations = request.input.samples();
    return pass;
}

Plan histogramLutPlan(const PlanRequest& request, const std::string& filter, std::uint64_t localBytes,
                      std::initializer_list<NamedArgument> extraArguments, std::uint64_t bytesPerWorkItem16Bit) {
    if (request.input.format.type == SampleType::U16)
        return table16BitPlan(request, filter, extraArguments, bytesPerWorkItem16Bit);
    const std::uint64_t channels = std::uint64_t(colours(request));
    Plan plan;
    const BufferRef histogram = addChannelCounting(plan, request);
    const BufferRef table = plan.addScratch("table", channels * 256);
    KernelPass pass = tablePass(request, filter + "/table");
    pass.local = tableWorkgroup(request);
    pass.global = {channels * std::size_t(pass.local.x), 1};
    pass.arguments = {{"histogram", histogram}, {"table", table}};
    addArguments(pass, extraArguments);
    pass.localBytes = localBytes;
    pass.bytes = channels * 256 * 5;
    pass.operations = channels * 256 * 10;
    plan.passes.emplace_back(std::move(pass));
    plan.passes.emplace_back(lutPass(request, {filter + "/table", "equalize_look_up"}, {"table", table}));
    return plan;
}

Variant histogramLutVariant(const MakePlan& plan) {
    return Variant{
        .id = "local-histogram",
        .idea = "Three kernels run. The first counts in banked histograms in local memory and adds them to a global "
                "one. The second makes the table, with one workgroup per channel. The third looks samples up in copies "
                "of the table in local memory, one for each bank.",
        .workgroups = lineWorkgroups(),
        .plan = plan,
        .tuning = tuningNames<CountingTuning, TableTuning>(),
        .communication = Communication::AcrossWorkgroups,
    };
}

ChoiceTable histogramLutChoices() {
    const std::vector<MeasuredChoice> rows = {
        // A workgroup of one work-item needs no atomics.
        {.devices = {DeviceClass::Cpu}, .workgroup = Workgroup{1, 1}, .tuning = {{"table-items", 1}}},
        {.workgroup = Workgroup{1024, 1},
         .tuning = {{"table-items", 256}},
         .measured = "H200, 2026-11-21: equalize, fused-table, 8192 x 8192, gray 8-bit: 0.067 ms"},
    };
    return mergedChoices(rows, {countingChoices()});
}

} // namespace lightbench
