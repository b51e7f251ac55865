// Passes that count channels, and that look samples up in tables made of the counts.
#include "core/filters/counting/counted_tables.h"

#include <algorithm>

#include "core/base/parallel.h"

namespace lightbench {

namespace {

int colours(const PlanRequest& request) { return request.input.format.colourChannels(); }
std::int32_t pixels(const PlanRequest& request) { return std::int32_t(request.input.size.area()); }

ChannelCounts countChannel(const Image& input, int channel) {
    ChannelCounts counts{};
    const std::uint8_t* samples = input.samples<std::uint8_t>() + channel;
    for (std::size_t i = 0; i < input.size().area(); ++i)
        ++counts[samples[i * std::size_t(input.channels())]];
    return counts;
}

} // namespace

Image countedTableReference(
    const Image& input, const std::function<ChannelTable(const ChannelCounts& counts, std::size_t pixels)>& tableOf) {
    const int colours = input.format().colourChannels(), channels = input.channels();
    std::array<ChannelTable, 3> tables;
    for (int c = 0; c < colours; ++c) {
        checkCancelled();
        tables[std::size_t(c)] = tableOf(countChannel(input, c), input.size().area());
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

BufferRef addChannelCounting(Plan& plan, const PlanRequest& request) {
    const BufferRef histogram = plan.addScratch("histogram", std::uint64_t(colours(request)) * 256 * 4);
    const BufferRef sums = plan.addScratch(sumsScratch(colours(request)));
    const Counting counting = automaticCounting(request, colours(request));
    KernelPass pass = countingPass(request, counting, "equalize_count", 16);
    pass.program = "equalize";
    countInBanks(pass, counting);
    pass.arguments = {{"src", inputBuffer()}, {"histogram", histogram}, {"sums", sums}, {"pixels", pixels(request)}};
    plan.passes.emplace_back(std::move(pass));
    return histogram;
}

KernelPass lookUpPass(const PlanRequest& request, const char* kernel, const NamedArgument& source) {
    Counting spread = automaticCounting(request, colours(request));
    KernelPass pass = countingPass(request, spread, kernel, 16);
    pass.program = "equalize";
    const int replicas = request.workgroup.x < 32 ? 1 : 32;
    pass.defines.emplace_back("REPLICAS", std::to_string(replicas));
    pass.localBytes = std::uint64_t(colours(request) * 256 * replicas);
    pass.arguments = {{"src", inputBuffer()}, {"dst", outputBuffer()}, source, {"pixels", pixels(request)}};
    pass.bytes = 2 * request.input.bytes();
    pass.operations = request.input.samples();
    return pass;
}

Plan countedTablePlan(const PlanRequest& request, const char* kernel, std::uint64_t localBytes,
                      std::initializer_list<NamedArgument> more) {
    const std::uint64_t rows = std::uint64_t(colours(request));
    Plan plan;
    const BufferRef histogram = addChannelCounting(plan, request);
    const BufferRef table = plan.addScratch("table", rows * 256);
    KernelPass pass = countingPass(request, automaticCounting(request, colours(request)), kernel, 16);
    pass.local = {std::min(request.workgroup.x, request.cut.at("table-items")), 1};
    pass.global = {rows * std::size_t(pass.local.x), 1};
    pass.arguments = {{"histogram", histogram}, {"table", table}};
    addArguments(pass, more);
    pass.localBytes = localBytes;
    pass.bytes = rows * 256 * 5;
    pass.operations = rows * 256 * 10;
    plan.passes.emplace_back(std::move(pass));
    plan.passes.emplace_back(lookUpPass(request, "equalize_look_up", {"table", table}));
    return plan;
}

Variant countedTableVariant(const MakePlan& plan) {
    return Variant{
        .id = "local-histogram",
        .label = "Local histogram",
        .idea = "Three kernels: banked histograms in local memory added to a global one, one workgroup a channel that "
                "makes the table, the look-up from copies of the table in local memory, one for each bank.",
        .workgroups = lineWorkgroups(),
        .plan = plan,
    };
}

ChoiceTable countedTableChoices() {
    const std::vector<MeasuredChoice> rows = {
        // A group of one work-item counts without atomics.
        {.devices = {DeviceClass::Cpu}, .workgroup = Workgroup{1, 1}, .cut = {{"table-items", 1}}},
        {.workgroup = Workgroup{1024, 1},
         .cut = {{"table-items", 256}},
         .measured = "H200, 2026-11-21: equalize, fused-table, 8192 x 8192, gray 8-bit in 0.067 ms"},
    };
    return laidOver(rows, {countingChoices()});
}

} // namespace lightbench
