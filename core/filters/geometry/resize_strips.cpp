// The plan of the CPU variant. Nearest neighbour selects samples instead of adding them.
#include "core/filters/geometry/resize_strips.h"

#include <algorithm>

#include "core/filters/geometry/resize_weights.h"

namespace lightbench {

namespace {
/// The part that a work-item computes, sized so that the sums of its rows stay in the first-level cache.
struct Strip {
    int rows = 16, samples = 256;
};

/// Larger for bytes, whose rows are short, as long as enough strips are left for many processors.
Strip stripOf(Size to, Format format) {
    for (const Strip strip : {Strip{32, 512}, Strip{16, 512}})
        if (format.type == SampleType::U8 &&
            divideUp(to.width * format.channels, strip.samples) * (to.height / strip.rows) >= 64)
            return strip;
    return {};
}

/// Pixels per work-item of halving and of nearest neighbour, which need no sums of many taps.
constexpr int itemPixels = 1024;

/// A side that stays is copied by weights of 1.
ResizeWeights lineWeights(const PlanRequest& request, int in, int out) {
    return resizeWeights(in == out ? "nearest" : request.parameters.choice("method"), in, out);
}

/// Extends the table to whole segments. Pixels past the last one repeat it and are discarded.
ResizeWeights inWholeSegments(ResizeWeights table, std::size_t channels) {
    const std::size_t pixels = 16 / channels, taps = std::size_t(table.taps);
    while (table.spans.size() % pixels != 0) {
        table.spans.push_back(table.spans.back());
        table.weights.insert(table.weights.end(), taps, 0);
    }
    return table;
}

/// The weights of each tap for all samples, side by side; taps are padded with zeros to whole words.
template <class Weight>
std::vector<std::byte> byTap(const ResizeWeights& table, const std::vector<Weight>& weights, std::size_t channels) {
    const std::size_t samples = table.spans.size() * channels, taps = std::size_t(table.taps);
    std::vector<Weight> result(samples * std::size_t(table.tapWords()) * 4, 0);
    for (std::size_t i = 0; i < samples; ++i)
        for (std::size_t k = 0; k < std::size_t(table.spans[i / channels].count); ++k)
            result[k * samples + i] = weights[i / channels * taps + k];
    return bytesOf(result);
}

std::vector<std::byte> countsOf(const ResizeWeights& table, std::size_t channels) {
    std::vector<std::int32_t> counts;
    for (const ResizeSpan& span : table.spans)
        counts.insert(counts.end(), channels, span.count);
    return bytesOf(counts);
}

/// Positions of the taps, for kernels that select `at_once` taps from one load; `at_once` is 0 if they cannot.
struct Picks {
    std::vector<std::uint32_t> places = {0};
    int at_once = 0;
};

/// For each byte pixel, the positions of its first four taps, if all are below 16. They are counted from the first tap
/// of its group of four pixels.
Picks bytePicks(const ResizeWeights& table) {
    Picks result{{}, 4};
    for (std::size_t x = 0; x < table.spans.size(); ++x) {
        const std::int32_t place = table.spans[x].first - table.spans[x / 4 * 4].first;
        if (place > 12) return {};
        result.places.push_back(0x03020100u + 0x01010101u * std::uint32_t(place));
    }
    return result;
}

/// For each wide sample, the position of its first tap from the first tap of its segment of 16, if all are below 32.
Picks samplePicks(const ResizeWeights& table, std::int32_t channels) {
    const std::size_t pixels = std::size_t(16 / channels);
    Picks result{{}, 4};
    for (std::size_t x = 0; x < table.spans.size(); ++x) {
        const std::int32_t place = table.spans[x].first - table.spans[x / pixels * pixels].first;
        while ((place + result.at_once) * channels > 32)
            if ((result.at_once /= 2) < 2) return {};
        for (std::int32_t channel = 0; channel < channels; ++channel)
            result.places.push_back(std::uint32_t(place * channels + channel));
    }
    return result;
}

Picks picksOf(const ResizeWeights& table, Format format) {
    if (format.type != SampleType::U8) return samplePicks(table, format.channels);
    return format.channels == 1 ? bytePicks(table) : Picks();
}

std::vector<std::byte> weightBytes(const PlanRequest& request, const ResizeWeights& table) {
    return request.input.format.type == SampleType::U8 ? bytesOf(table.fixed()) : bytesOf(table.floats());
}

std::vector<std::byte> weightBytesByTap(const PlanRequest& request, const ResizeWeights& table) {
    const std::size_t channels = std::size_t(request.input.format.channels);
    return request.input.format.type == SampleType::U8 ? byTap(table, table.fixed(), channels)
                                                       : byTap(table, table.floats(), channels);
}

/// Taps computed per pixel: padded to a multiple of four, except for wide samples with four channels.
int tapsOf(const PlanRequest& request, const ResizeWeights& table) {
    const Format format = request.input.format;
    if (format.channels == 1 || format.type == SampleType::U8) return table.tapWords() * 4;
    return std::ranges::max_element(table.spans, {}, &ResizeSpan::count)->count;
}

/// A pass of the strips' programs. Its tuning parameters are for the caller to add.
KernelPass stripPass(const PlanRequest& request, Size to, const std::string& kernel, const std::string& program,
                     Size items) {
    KernelPass pass = kernelPass(request, {"resize/" + program, kernel});
    pass.global = coverGlobal(items, request.workgroup);
    pass.arguments = {{"src", inputBuffer()},
                      {"dst", outputBuffer()},
                      {"source_width", request.input.size.width},
                      {"width", to.width},
                      {"height", to.height}};
    pass.bytes = request.input.bytes() + to.area() * request.input.format.bytesPerPixel();
    return pass;
}

/// A pass whose work-items compute parts of rows, each by itself.
KernelPass rowPass(const PlanRequest& request, Size to, const std::string& kernel, const std::string& program) {
    KernelPass pass = stripPass(request, to, kernel, program, {divideUp(to.width, itemPixels), to.height});
    addDefines(pass, {{"ITEM_PIXELS", itemPixels}});
    return pass;
}

Plan pickPlan(const PlanRequest& request, Size to) {
    Plan plan;
    const ResizeWeights across = lineWeights(request, request.input.size.width, to.width);
    const ResizeWeights down = lineWeights(request, request.input.size.height, to.height);
    KernelPass& pass = plan.add(rowPass(request, to, "resize_pick", "strips_nearest"));
    addArguments(pass, {{"column_spans", plan.addTable("columns", across.spans)},
                        {"row_spans", plan.addTable("rows", down.spans)},
                        {"pairs", int(across.isOfPairs({1, 1}))}});
    return plan;
}
} // namespace

WorkgroupRule resizeStripsWorkgroups() { return {WorkgroupRule::Area, {{1, 1}, {2, 1}, {4, 1}}, nullptr}; }

Plan resizeStripsPlan(const PlanRequest& request, Size to) {
    if (request.parameters.choice("method") == "nearest") return pickPlan(request, to);
    Plan plan;
    const Format format = request.input.format;
    const Size from = request.input.size;
    const ResizeWeights columns = lineWeights(request, from.width, to.width);
    const ResizeWeights down = lineWeights(request, from.height, to.height);
    const bool ofPairs = columns.isOfPairs({0, 2});
    if (ofPairs && down.isOfPairs({0, 2})) return singlePass(rowPass(request, to, "resize_halve", "strips_halving"));
    const ResizeWeights across = inWholeSegments(columns, std::size_t(format.channels));
    const Picks picked = picksOf(across, format);
    const Strip strip = stripOf(to, format);
    KernelPass& pass =
        plan.add(stripPass(request, to, "resize_strips", "strips",
                           {divideUp(to.width * format.channels, strip.samples), divideUp(to.height, strip.rows)}));
    const bool hides = !format.isInteger() && (columns.hides() || down.hides());
    addDefines(pass, {{"STRIP_ROWS", strip.rows}, {"STRIP_COLUMNS", strip.samples}, {"HIDES", hides ? 1 : 0}});
    addArguments(pass, {{"column_spans", plan.addTable("columns", across.spans)},
                        {"column_weights", plan.addTable("column weights", weightBytes(request, across))},
                        {"column_taps", across.taps},
                        {"tap_weights", plan.addTable("column weights by tap", weightBytesByTap(request, across))},
                        {"counts", plan.addTable("taps of columns", countsOf(across, std::size_t(format.channels)))},
                        {"picks", plan.addTable("taps among neighbours", picked.places)},
                        {"picked", picked.at_once},
                        {"taps", tapsOf(request, across)},
                        {"pairs", int(ofPairs)},
                        {"pitch", int(across.spans.size())},
                        {"row_spans", plan.addTable("rows", down.spans)},
                        {"row_weights", plan.addTable("row weights", weightBytes(request, down))},
                        {"row_taps", down.taps},
                        {"source_height", from.height}});
    pass.privateBytes = std::uint64_t(strip.rows) * std::uint64_t(strip.samples) * 4;
    pass.operations = 2 * to.area() * std::uint64_t(format.channels) * std::uint64_t(across.taps + down.taps);
    return plan;
}

} // namespace lightbench
