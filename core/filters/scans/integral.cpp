// integral: the integral image (summed-area table), sums over all rectangles from the origin.
#include <array>
#include <functional>
#include <type_traits>

#include "core/base/parallel.h"
#include "core/filters/scans/block_sums.h"
#include "core/filters/scans/strip_sums.h"
#include "core/framework/tuning_parameters.h"

namespace lightbench::filters {

namespace {

/// Adds the column sums along each row. Floats are added in double.
template <class From, class To, class Total> void sum(const Image& input, Image& output) {
    const std::size_t channels = std::size_t(input.channels());
    std::vector<Total> columns(std::size_t(input.width()) * channels);
    for (int y = 0; y < input.height(); ++y) {
        checkCancelled();
        const From* from = input.row<From>(y);
        To* to = output.row<To>(y);
        std::array<Total, 4> totals{};
        for (std::size_t i = 0; i < columns.size(); ++i) {
            columns[i] += Total(from[i]);
            to[i] = To(totals[i % channels] += columns[i]);
        }
    }
}

Image integralReference(const Image& input, const ParameterValues& parameters) {
    Image output(sumShape(input.shape(), parameters));
    withSampleType(input.format().type, [&](auto zero) {
        using T = decltype(zero);
        if constexpr (std::is_floating_point_v<T>)
            sum<T, float, double>(input, output);
        else
            sum<T, std::uint32_t, std::uint32_t>(input, output);
    });
    return output;
}

using MakePass = std::function<KernelPass(const PlanRequest&, const LineSums&)>;

/// A workgroup of any size transposes a tile of side^2 pixels, so the number of work-items matters little.
KernelPass transposePass(const PlanRequest& request, Format sums, BufferRef from, BufferRef to) {
    const int side = sums.channels == 1 ? 32 : 16;
    const Size size = request.input.size;
    KernelPass pass = kernelPass(request, "integral/transpose");
    pass.defines = formatDefines(sums, sums);
    addDefines(pass, {{"TILE_SIDE", side}});
    pass.global = coverTiles(size, {side, side}, request.workgroup);
    pass.arguments = {{"src", from}, {"dst", to}, {"width", size.width}, {"height", size.height}};
    pass.localBytes = std::uint64_t(side) * std::uint64_t(side + 1) * sums.bytesPerPixel();
    pass.bytes = 2 * ImageShape{size, sums}.bytes();
    return pass;
}

/// Sums along the rows into the output, then along its columns in place or along the rows of its transpose.
Plan integralTwoPassPlan(const PlanRequest& request, const MakePass& makePass) {
    const Format sums = sumShape(request.input, request.parameters).format;
    Plan plan;
    plan.passes = {makePass(request, {"integral", request.input.format, sums, inputBuffer(), outputBuffer(), true})};
    if (request.parameters.choice("columns") == "direct") {
        plan.passes.emplace_back(makePass(request, {"integral", sums, sums, outputBuffer(), outputBuffer(), false}));
        return plan;
    }
    const PlanRequest turned = requestFor({{request.input.size.height, request.input.size.width}, sums}, request);
    const BufferRef columns = plan.addScratch("transposed", turned.input.bytes());
    plan.passes.emplace_back(transposePass(request, sums, outputBuffer(), columns));
    plan.passes.emplace_back(makePass(turned, {"integral", sums, sums, columns, columns, true}));
    plan.passes.emplace_back(transposePass(turned, sums, columns, outputBuffer()));
    return plan;
}

/// The second pass sums down the columns of the first one's result, in the same buffer.
Variant inTwoPasses(Variant variant) {
    variant.communication = Communication::InPlace;
    return variant;
}

Variant integralScanVariant(const LineScan& scan) {
    return inTwoPasses(lineSumVariant(scan, [&scan](const PlanRequest& request) {
        return integralTwoPassPlan(
            request, [&scan](const PlanRequest& one, const LineSums& lines) { return lineSumPass(one, scan, lines); });
    }));
}

Plan integralBlockedPlan(const PlanRequest& request) {
    return integralTwoPassPlan(request, [](const PlanRequest& one, const LineSums& lines) {
        return blockSumPass(one, lines, lines.isAlongX ? 4 : 8);
    });
}

/// The tuning parameter of variant look-back.
struct LookBackTuning {
    int rows = 1; ///< per work-item
};
constexpr auto fields(const LookBackTuning*) {
    return FieldList{Field{"rows", &LookBackTuning::rows, NotInReport}}; // blockDefines passes it
}
int lookBackRows(const PlanRequest& request) { return tuningOf<LookBackTuning>(request).rows; }

/// Bytes that one tile passes on: sums of its rows, its columns and the part to its left, per channel.
std::uint64_t tileBytes(const PlanRequest& request, Format sums) {
    const std::uint64_t rows = std::uint64_t(request.workgroup.y) * std::uint64_t(lookBackRows(request));
    const std::uint64_t columns = 4 * std::uint64_t(request.workgroup.x), channels = std::uint64_t(sums.channels);
    return (rows * channels + columns + channels) * lookBackWords(sums) * sizeof(std::uint64_t);
}

KernelPass lookBackPass(const PlanRequest& request, Format sums, std::size_t tilesX, std::size_t tiles,
                        BufferRef words) {
    const LineSums image{"integral", request.input.format, sums, inputBuffer(), outputBuffer(), true};
    const std::uint64_t x = std::uint64_t(request.workgroup.x), y = std::uint64_t(request.workgroup.y);
    const std::uint64_t rows = std::uint64_t(lookBackRows(request)), link = sums.bytesPerPixel(), quad = 16;
    KernelPass pass = kernelPass(request, "integral/look_back");
    pass.defines = blockDefines(request, image, lookBackRows(request));
    pass.global = {tiles * x, y};
    pass.arguments = {{"src", inputBuffer()},
                      {"dst", outputBuffer()},
                      {"samples", request.input.size.width * sums.channels},
                      {"rows", request.input.size.height},
                      {"tiles_x", int(tilesX)},
                      {"words", words},
                      {"lefts", LocalArgument{y * rows * (x / std::uint64_t(subgroupItems(request))) * link}},
                      {"tops", LocalArgument{(x + 1) * quad}},
                      {"quads", LocalArgument{x * y * quad}}};
    pass.localBytes = sizeof(std::int32_t);
    pass.bytes =
        request.input.bytes() + ImageShape{request.input.size, sums}.bytes() + 2 * tiles * tileBytes(request, sums);
    pass.operations = 2 * request.input.samples();
    pass.records = true;
    return pass;
}

Plan integralLookBackPlan(const PlanRequest& request) {
    const Format sums = sumShape(request.input, request.parameters).format;
    const std::size_t x = std::size_t(request.workgroup.x),
                      y = std::size_t(request.workgroup.y) * std::size_t(lookBackRows(request));
    const std::size_t tilesX = (quadsOf(request.input.size.width, sums) + x - 1) / x;
    const std::size_t tiles = tilesX * ((std::size_t(request.input.size.height) + y - 1) / y);
    Plan plan;
    // The first word is the ticket counter.
    const BufferRef words = plan.addScratch("look-back", sizeof(std::uint64_t) + tiles * tileBytes(request, sums));
    plan.passes = {FillPass{words, 0}, lookBackPass(request, sums, tilesX, tiles, words)};
    return plan;
}

Plan integralStripPlan(const PlanRequest& request) {
    return stripIntegralPlan(request, sumShape(request.input, request.parameters).format);
}

Plan plainIntegralPlan(const PlanRequest& request) {
    const Format sums = sumShape(request.input, request.parameters).format;
    Plan plan;
    plan.passes = {plainSumPass(request, {"integral", request.input.format, sums, inputBuffer(), outputBuffer(), true}),
                   plainSumPass(request, {"integral", sums, sums, outputBuffer(), outputBuffer(), false})};
    return plan;
}

std::vector<Variant> integralVariants() {
    return {
        integralScanVariant(hillisSteeleScan),
        integralScanVariant(blellochScan),
        integralScanVariant(loopingScan),
        inTwoPasses(registerBlockedVariant(integralBlockedPlan)),
        Variant{
            .id = "look-back",
            .label = "Look-back",
            .idea = "One pass visits the tiles of the image. Each tile publishes the sums of its rows to the right and "
                    "of its columns downwards. Then it adds up the sums that the tiles before it published (Merrill "
                    "and Garland 2016).",
            .tolerance = sumTolerance(),
            .workgroups = areaWorkgroups(),
            .plan = integralLookBackPlan,
            .tuning = tuningNames<LookBackTuning>(),
            .communication = Communication::AcrossWorkgroups,
        },
        Variant{
            .id = "strips",
            .idea = "For CPUs: each work-item sums a strip of rows in vectors of 16 samples, and writes it once. An "
                    "earlier pass over the columns of all strips gives the sums above each strip.",
            .tolerance = sumTolerance(),
            .workgroups = lineWorkgroups(),
            .plan = integralStripPlan,
            .communication = Communication::InPlace,
        },
        plainSumVariant(plainIntegralPlan, Communication::InPlace),
    };
}

/// Tuning parameter `rows`: image rows per work-item of look-back.
ChoiceTable integralChoices() {
    const std::vector<DeviceClass> cpu{DeviceClass::Cpu};
    return mergedChoices(
        {
            {.devices = cpu,
             .variant = "strips",
             .measured = "PoCL, 2 cores, 2026-11-21, 2048 x 2048, gray 8-bit: 0.70 ms, all others 4.1 to 48 ms"},
            {.channels = 4,
             .minPixels = 4'000'001,
             .variant = "register-blocked",
             .measured = "H200, 2026-11-21: four channels take four times the registers and shuffles; look-back "
                         "won only on small images"},
            {.variant = "look-back",
             .measured = "H200, 2026-11-21, 8192 x 8192, gray 8-bit: 0.176 ms, two passes 0.328 ms"},
            {.variant = "strips", .workgroup = Workgroup{1, 1}},
            {.devices = cpu, .variant = "register-blocked", .workgroup = Workgroup{16, 1}},
            {.variant = "register-blocked", .workgroup = Workgroup{32, 16}},
            {.devices = cpu, .variant = "look-back", .workgroup = Workgroup{16, 1}},
            {.variant = "look-back", .workgroup = Workgroup{64, 4}},
            // As many as fit registers: sixteen quads of 8-bit gray take 16 registers; with four float channels they
            // would take 64.
            {.devices = {DeviceClass::Gpu},
             .types = {SampleType::U8},
             .channels = 1,
             .variant = "look-back",
             .tuning = {{"rows", 16}}},
            {.variant = "look-back", .tuning = {{"rows", 8}}},
        },
        {lineSumChoices()});
}

} // namespace

Filter integral() {
    return {
        .id = "integral",
        .label = "Integral image",
        .group = "Analysis",
        .summary = "Adds up all samples above and to the left of each pixel (summed-area table).",
        .synonyms = {"summed-area table", "cumulative sum", "sums"},
        .doc = "Adds up the samples of the rectangle from the origin to each pixel, inclusive, each channel by itself: "
               "out(y,x) is the sum of in(v,u) for v <= y, u <= x (summed-area table, Crow 1984). The sums of integers "
               "are 32-bit unsigned, modulo 2^32, and those of floats are floats. Alpha is summed like any channel: an "
               "integral image has no transparency.",
        .parameters = {choiceParameter("columns", "Columns",
                                       {{"direct", "Directly"}, {"transposed", "As rows of the transpose"}}, "direct",
                                       "How variants that sum rows and then columns sum the columns: directly, or as "
                                       "rows between two transpositions (Bilgic et al. 2010). Variants that sum both "
                                       "in one pass ignore it.")},
        .accepts = {SampleType::U8, SampleType::U16, SampleType::U32, SampleType::F32},
        .outputShape = sumShape,
        .reference = integralReference,
        .variants = integralVariants(),
        .choices = integralChoices(),
    };
}

} // namespace lightbench::filters
