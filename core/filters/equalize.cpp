// equalize: histogram equalisation of each colour channel, sample for sample that of OpenCV's equalizeHist.
#include <array>
#include <cmath>

#include "core/filter.h"
#include "core/parallel.h"
#include "core/rounding.h"

namespace lightbench::filters {

namespace {

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

KernelPass countPass(const PlanRequest& request) {
    KernelPass pass = stretchPass(request, "equalize_count");
    pass.arguments = {inputBuffer(), scratchBuffer(0), std::int32_t(request.input.size.area())};
    pass.localBytes = 4 * 256 * std::uint64_t(request.input.format.colourChannels());
    pass.bytes = request.input.bytes();
    pass.operations = request.input.samples();
    return pass;
}

/// One workgroup a channel.
KernelPass tablePass(const PlanRequest& request) {
    KernelPass pass = stretchPass(request, "equalize_table");
    const int colours = request.input.format.colourChannels();
    pass.global = {std::size_t(colours) * std::size_t(request.workgroup.x), 1};
    pass.arguments = {scratchBuffer(0), scratchBuffer(1)};
    pass.localBytes = 2 * 4 * 256 + 8;
    pass.bytes = std::uint64_t(colours) * 256 * 5;
    pass.operations = std::uint64_t(colours) * 256 * 10;
    return pass;
}

KernelPass lookUpPass(const PlanRequest& request) {
    KernelPass pass = stretchPass(request, "equalize_look_up");
    pass.arguments = {inputBuffer(), outputBuffer(), scratchBuffer(1), std::int32_t(request.input.size.area())};
    pass.bytes = 2 * request.input.bytes();
    pass.operations = request.input.samples();
    return pass;
}

Plan plan(const PlanRequest& request) {
    const std::uint64_t colours = std::uint64_t(request.input.format.colourChannels());
    Plan plan;
    plan.scratch = {{"histogram", colours * 256 * 4, {}}, {"table", colours * 256, {}}};
    plan.passes = {FillPass{scratchBuffer(0), 0}, countPass(request), tablePass(request), lookUpPass(request)};
    return plan;
}

} // namespace

Filter equalize() {
    Filter filter;
    filter.id = "equalize";
    filter.label = "Equalize";
    filter.group = "Colour";
    filter.doc =
        "Histogram equalisation of each colour channel, as OpenCV's equalizeHist: with i the first bin h(i) that "
        "is not empty and N pixels, values up to i become 0 and value j becomes round(255 / (N - h(i)) x sum of "
        "h(i+1..j)), in float, half to even. A channel of one single value stays as it is. Alpha untouched.";
    filter.accepts = {SampleType::U8};
    filter.reference = reference;
    Variant variant;
    variant.id = "local-histogram";
    variant.label = "Local histogram";
    variant.idea = "Three kernels: histograms in local memory added to a global one, a scan that makes the table, the "
                   "look-up.";
    variant.tolerance = exactly();
    variant.workgroups = lineWorkgroups();
    variant.plan = plan;
    // On a CPU a group of one work-item counts without atomics.
    variant.automatic = [](const PlanRequest& request) {
        return Workgroup{request.device.type == DeviceType::Cpu ? 1 : 256, 1};
    };
    filter.variants = {variant};
    return filter;
}

} // namespace lightbench::filters
