// gaussian: blurs with a sampled Gaussian, equal along both axes.
#include "core/base/rounding.h"
#include "core/device/device_traits.h"
#include "core/filters/windows/float_strips.h"
#include "core/filters/windows/gaussian_passes.h"
#include "core/filters/windows/gaussian_tuning.h"
#include "core/framework/bordered_samples.h"
#include "core/framework/colour_rows.h"
#include "core/framework/filter.h"
#include "core/framework/plain_variant.h"
#include "core/framework/plan.h"

namespace lightbench::filters {

namespace {

Image gaussianReference(const Image& input, const ParameterValues& parameters) {
    const Border border = borderByName(parameters.choice("border"));
    const std::vector<double> weights = gaussianWeights(parameters);
    const int radius = int(weights.size()) / 2;
    const auto weight = [&](int distance) { return weights[std::size_t(distance + radius)]; };
    return mapColourRows(input, [&](auto zero, int y, const auto& fill) {
        using T = decltype(zero);
        const std::vector<double> columns = columnSums<T, double>(input, y, radius, border, weight);
        const std::vector<double> sums = rowSums(columns, input.channels(), radius, border, weight);
        fill([&](std::size_t s) { return storeSample<T>(sums[s]); });
    });
}

BufferRef addWeights(Plan& plan, const PlanRequest& request) {
    return addGaussianWeights(plan, request.parameters.real("sigma"), gaussianRadius(request.parameters));
}

/// A pass with one work-item per pixel that reads the input and the weights. The caller adds `radius` and the output.
KernelPass blurPass(const PlanRequest& request, KernelName name, BufferRef weights) {
    KernelPass pass = kernelPass(request, std::move(name));
    pass.defines.push_back(borderDefine(request.parameters.choice("border")));
    pass.arguments = {{"src", inputBuffer()},
                      {"weights", weights},
                      {"width", request.input.size.width},
                      {"height", request.input.size.height}};
    return pass;
}

/// Bytes of input that the second pass reads: it needs only alpha, but alpha shares every cache line with the colours.
std::uint64_t alphaBytes(const ImageShape& input) { return input.format.channels == 4 ? input.bytes() : 0; }

double blurTaps(const PlanRequest& request) {
    const double taps = 2 * gaussianRadius(request.parameters) + 1;
    return taps * taps;
}

Plan plainBlurPlan(const PlanRequest& request) {
    Plan plan;
    KernelPass& pass = plan.add(plainPass(request, "gaussian", request.input.format, int(2 * blurTaps(request))));
    pass.defines.push_back(borderDefine(request.parameters.choice("border")));
    addArguments(pass, {{"weights", addWeights(plan, request)}, {"radius", gaussianRadius(request.parameters)}});
    return plan;
}

/// Makes the pass along the rows or down the columns. It adds neither the buffer between them nor the output.
using MakeBlurPass = KernelPass (*)(const PlanRequest& request, bool isDown, BufferRef weights);

Plan rowsThenColumns(const PlanRequest& request, std::string nameBetween, MakeBlurPass make) {
    const ImageShape& input = request.input;
    const int radius = gaussianRadius(request.parameters);
    const std::uint64_t between = colourSamples(input) * sizeof(float);
    Plan plan;
    const BufferRef weights = addWeights(plan, request), planes = plan.addScratch(std::move(nameBetween), between);
    for (const bool isDown : {false, true}) {
        KernelPass& pass = plan.add(make(request, isDown, weights));
        addArguments(pass, {{"planes", planes}, {"radius", radius}});
        pass.bytes = input.bytes() + between + (isDown ? alphaBytes(input) : 0);
        pass.operations = 2 * std::uint64_t(2 * radius + 1) * colourSamples(input);
    }
    addArguments(lastKernel(plan), {{"dst", outputBuffer()}});
    return plan;
}

/// Each work-item computes a segment of pixels of a row, or of samples of the planes.
KernelPass segmentPass(const PlanRequest& request, bool isDown, BufferRef weights) {
    const int lanes = vectorLanes(request.device);
    KernelPass pass = blurPass(request, {"gaussian/two-pass", isDown ? "gaussian_columns" : "gaussian_rows"}, weights);
    addDefines(pass, {{"LANES", lanes}});
    pass.global =
        coverBlocks(request.input.size, {isDown ? lanes : lanes / request.input.format.channels, 1}, request.workgroup);
    return pass;
}

Plan twoPassPlan(const PlanRequest& request) { return rowsThenColumns(request, "blurred rows", segmentPass); }

/// Local memory of two-pass-local: lines of 16 + 2 radius floats, the odd ones 16 floats later; then the block.
constexpr int block = 16;
int linePitch(int radius) { return int(roundUp(std::size_t(2 * block + 2 * radius), 32)); }

/// A pass of blocks over the lines of the image, or of its transpose.
KernelPass blockPass(const PlanRequest& request, bool isDown, BufferRef weights) {
    const Size size = request.input.size, lines = isDown ? Size{size.height, size.width} : size;
    const int pitch = linePitch(gaussianRadius(request.parameters));
    KernelPass pass = blurPass(
        request, {"gaussian/two-pass-local", isDown ? "gaussian_block_columns" : "gaussian_block_rows"}, weights);
    addArguments(pass, {{"pitch", pitch},
                        {"lines", LocalArgument{std::uint64_t(block * pitch + block) * sizeof(float)}},
                        {"block", LocalArgument{std::uint64_t(block * (block + 1)) * sizeof(float)}}});
    addDefines(pass, {{"BLOCK_ROWS", block / request.workgroup.y}});
    pass.global = coverTiles(lines, {block, block}, request.workgroup);
    return pass;
}

Plan twoPassLocalPlan(const PlanRequest& request) {
    return rowsThenColumns(request, "blurred rows, transposed", blockPass);
}

std::string blockProblem(Workgroup workgroup, const PlanRequest&) {
    if (workgroup.x == block && workgroup.y <= block && block % workgroup.y == 0) return {};
    return "two-pass-local makes blocks of 16 x 16: give 16 x 1, 2, 4, 8 or 16 work-items";
}

/// Small groups would need more registers per work-item than there are. A CPU driver was seen to fail on odd groups,
/// whose registers it laid out where its vector code cannot read.
std::string fusedProblem(Workgroup group, const PlanRequest&) {
    const int items = group.items();
    if (items >= 32 && (items & (items - 1)) == 0) return {};
    return "fused takes 32 work-items or more, a power of two, not " + std::to_string(items);
}

Plan gaussianFusedPlan(const PlanRequest& request) {
    const Size size = request.input.size;
    const int radius = gaussianRadius(request.parameters);
    const auto tuning = tuningOf<FusedTuning>(request);
    const FusedDivision division = fusedDivision(tuning, request, radius);
    const FusedLayout layout = fusedLayout(division, radius);
    Plan plan;
    KernelPass& pass = plan.add(blurPass(request, "gaussian/fused", addWeights(plan, request)));
    const bool aligned = size.width % 4 == 0 && tuning.wholeLoads;
    addDefines(pass, {{"RADIUS", radius},
                      {"STRIP", division.strip},
                      {"STEP", division.step},
                      {"SEGMENT_X", division.segmentX},
                      {"SEGMENT_Y", division.segmentY},
                      {"SEGMENT_V", division.segmentV},
                      {"LEAD", layout.lead},
                      {"LINE_LENGTH", layout.lineLength},
                      {"LINE_PITCH", layout.linePitch},
                      {"BLURRED_PITCH", layout.blurredPitch},
                      {"LAG", layout.lag},
                      {"ALIGNED", aligned},
                      {"ITEMS", request.workgroup.items()},
                      {"ITEMS_OF_ROW", request.workgroup.x},
                      {"ROLLING", division.rolling}});
    addTuning(pass, tuning);
    const int rows = division.steps * division.step;
    const int strips = divideUp(size.width, division.strip) * request.input.format.colourChannels();
    pass.global = {std::size_t(strips) * std::size_t(request.workgroup.x),
                   std::size_t(divideUp(size.height, rows)) * std::size_t(request.workgroup.y)};
    addArguments(pass, {{"dst", outputBuffer()}, {"steps", division.steps}});
    pass.localBytes = fusedLocalBytes(division, radius);
    pass.bytes = 2 * request.input.bytes();
    pass.operations = 4 * std::uint64_t(2 * radius + 1) * colourSamples(request.input);
    return plan;
}

int radiusOf(const PlanRequest& request) { return gaussianRadius(request.parameters); }

Plan columnsFirstPlan(const PlanRequest& request) {
    Plan plan;
    KernelPass& pass = plan.add(gaussianColumnsPass(request, "gaussian/columns-first", radiusOf(request)));
    addArguments(pass, {{"weights", addWeights(plan, request)}});
    return plan;
}

/// How gaussian_products reads the image (kernels/windows/gaussian/half_products.clh, which gets both as defines).
struct ProductLayout {
    int lead = 0;   ///< rows and columns before the first result: even, since the kernel separates odd ones
    int blocks = 0; ///< blocks of 16 rows and columns that the windows of 16 pixels reach
};

ProductLayout productLayout(int radius) {
    const int lead = (radius + 1) / 2 * 2;
    return {lead, (16 + radius + lead + 15) / 16};
}

/// A strip begins with blocks from which no result comes yet: the more, the longer it had better be (H200, 2026-11-23:
/// 8192 x 8192, gray 8-bit, 13 taps in strips of 256, 512 and 1024 columns in 0.110, 0.120 and 0.130 ms, 121 taps in
/// 0.68, 0.60 and 0.58). But of a small image strips are narrower, so that every compute unit has enough warps to wait
/// for one another (13 taps of 1920 x 1080 in 0.010 ms, 0.026 in strips of 512).
int productStrip(const PlanRequest& request, int blocks) {
    const Size size = request.input.size;
    const int minimum = 32 * blocks, wanted = 16 * std::max(1, request.device.computeUnits);
    int strip = blocks > 2 ? 1024 : 256;
    while (strip / 2 >= minimum && divideUp(size.width, strip) * divideUp(size.height, 16) < wanted)
        strip /= 2;
    return strip;
}

/// True for 8-bit samples with as many blocks as fit the registers: radii up to 64, of RGBA 16.
bool fitsProducts(const PlanRequest& request) {
    const Format format = request.input.format;
    return format.type == SampleType::U8 && productLayout(radiusOf(request)).blocks <= (format.channels == 4 ? 3 : 9);
}

Plan productsPlan(const PlanRequest& request) {
    const int radius = radiusOf(request);
    const auto [lead, blocks] = productLayout(radius);
    const Size size = request.input.size;
    const int warps = request.workgroup.items() / 32, strip = productStrip(request, blocks);
    Plan plan;
    KernelPass& pass =
        plan.add(blurPass(request, {"gaussian/matrix-products", "gaussian_products"}, addWeights(plan, request)));
    addDefines(pass, {{"RADIUS", radius},
                      {"LEAD", lead},
                      {"BLOCKS", blocks},
                      {"WARPS", warps},
                      {"STRIP_COLUMNS", strip},
                      {"ALIGNED", size.width % 2 == 0},
                      {"STORES_WHOLE", size.width % 4 == 0}});
    pass.global = coverTiles(size, {strip, 16 * warps}, request.workgroup);
    addArguments(pass, {{"dst", outputBuffer()}});
    pass.bytes = 2 * request.input.bytes();
    pass.operations = 4 * std::uint64_t(2 * radius + 1) * colourSamples(request.input);
    return plan;
}

std::string productsProblem(Workgroup group, const PlanRequest&) {
    if (group.y == 1 && group.x % 32 == 0) return {};
    return "products are made by warps: give a multiple of 32 work-items, not " + workgroupText(group);
}

std::string missingProducts(const DeviceInfo& device) {
    if (device.computeCapability >= 80) return {};
    return "it needs the matrix units of NVIDIA's compute capability 8.0 or later";
}

/// Blurs strips of the image in local memory, for CPUs.
Plan gaussianStripsPlan(const PlanRequest& request) {
    Plan plan;
    const BufferRef weights = addWeights(plan, request);
    plan.add(gaussianStripPass(request, "gaussian/strips", gaussianRadius(request.parameters), weights));
    return plan;
}

std::vector<Variant> gaussianVariants() {
    return {
        Variant{
            .id = "two-pass",
            .label = "Two passes",
            .idea = "Blurs rows, then columns, with unrounded floats in between. That needs 2 (2r+1) products per "
                    "pixel instead of (2r+1)^2.",
            .tolerance = withinOne(),
            .plan = twoPassPlan,
        },
        Variant{
            .id = "two-pass-local",
            .label = "Two passes, local blocks",
            .idea = "Both passes blur blocks of 16 x 16 pixels in local memory. The pass over columns is the pass over "
                    "rows on a transposed image. Odd rows are offset, to avoid bank conflicts.",
            .tolerance = withinOne(),
            .workgroups = {WorkgroupRule::Area, {{16, 1}, {16, 2}, {16, 4}, {16, 8}, {16, 16}}, blockProblem},
            .plan = twoPassLocalPlan,
        },
        Variant{
            .id = "fused",
            .idea = "One kernel blurs a few rows at a time. Blurred rows wait in a ring in local memory until their "
                    "columns are summed. If there are enough registers, they hold unfinished sums of columns instead. "
                    "No intermediate result goes through global memory.",
            .tolerance = withinOne(),
            .workgroups = areaWorkgroups(fusedProblem),
            .plan = gaussianFusedPlan,
            .tuning = tuningNames<FusedTuning>(),
            .fallbackVariant = "two-pass",
        },
        Variant{
            .id = "columns-first",
            .idea = "For small neighbourhoods: each work-item blurs a segment of samples down the columns in "
                    "registers. Its workgroup, a line of work-items, then blurs along the rows from local memory.",
            .tolerance = withinOne(),
            .workgroups = gaussianColumnsWorkgroups(radiusOf),
            .plan = columnsFirstPlan,
            .tuning = tuningNames<UnrolledLoops>(),
            .fallbackVariant = "two-pass",
        },
        Variant{
            .id = "matrix-products",
            .idea = "For 8-bit samples: the matrix units of a GPU blur rows and columns, as products with matrices of "
                    "weights. Each number is split into two halves. Even and odd rows and columns are computed "
                    "separately, so that a few registers hold all weights.",
            .tolerance = withinOne(),
            .workgroups = {WorkgroupRule::Line, {{64, 1}, {128, 1}}, productsProblem},
            .missing = missingProducts,
            .applies = {"it takes 8-bit samples only, and radii up to 64, or up to 16 of RGBA, because registers hold "
                        "no more weights",
                        fitsProducts},
            .plan = productsPlan,
            .fallbackVariant = "two-pass",
        },
        Variant{
            .id = "strips",
            .label = "Strips, for CPUs",
            .idea = "Each workgroup is one work-item. It converts a strip to floats, and blurs four rows at a time, "
                    "first along columns. Each vector that it loads serves several sums.",
            .tolerance = withinOne(),
            .workgroups = stripWorkgroups(),
            .plan = gaussianStripsPlan,
        },
        plainVariant("Each work-item sums the weighted samples of its square neighbourhood, with (2r+1)^2 products.",
                     plainBlurPlan, withinOne(), whileQuickForSamples(blurTaps)),
    };
}

std::vector<Parameter> gaussianParameters() {
    return {logarithmic(realParameter("sigma", "Sigma", "px", 0.1, 50, 0.1, 2, "Standard deviation of the Gaussian.")),
            withAuto(integerParameter("radius", "Radius", "px", 0, 150, 1, 0,
                                      "The neighbourhood is 2 radius + 1 wide, in pixels. 0 means ceil(3 sigma).")),
            borderParameter()};
}

} // namespace

Filter gaussian() {
    return {
        .id = "gaussian",
        .group = "Blur and sharpen",
        .summary = "Blurs an image smoothly, with weights that fall off like a bell curve.",
        .synonyms = {"blur", "smooth", "low-pass"},
        .doc = "Blurs the image along rows and along columns, with the weights exp(-i^2 / (2 sigma^2)) for i = "
               "-radius..radius, normalized to sum 1. The result is rounded once, at the end. The border applies along "
               "each axis. Alpha is copied.",
        .parameters = gaussianParameters(),
        .locality =
            [](const ParameterValues& parameters) { return windowLocality(gaussianRadius(parameters), parameters); },
        .reference = gaussianReference,
        .variants = gaussianVariants(),
        .choices = gaussianChoices(),
    };
}

} // namespace lightbench::filters
