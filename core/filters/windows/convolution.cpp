// convolution: the weighted sum of a window of samples, for several kernels or a given matrix.
#include <algorithm>
#include <cmath>

#include "core/base/rounding.h"
#include "core/device/device_traits.h"
#include "core/filters/windows/convolution_weights.h"
#include "core/filters/windows/float_strips.h"
#include "core/filters/windows/unaligned_segments.h"
#include "core/filters/windows/unrolled_loops.h"
#include "core/framework/bordered_samples.h"
#include "core/framework/colour_rows.h"
#include "core/framework/filter.h"
#include "core/framework/plain_variant.h"
#include "core/framework/plan.h"

namespace lightbench::filters {

namespace {

ConvolutionWeights weightsOf(const ParameterValues& parameters) {
    const Matrix& matrix = parameters.matrix("matrix");
    if (matrix.k > 0) return convolutionWeights(matrix);
    return convolutionWeights(parameters.choice("kernel"), parameters.integer("k"), parameters.integer("seed"));
}

/// Row y of the result before rounding: width x channels samples.
template <class T>
std::vector<double> convolveRow(const Image& input, int y, const ConvolutionWeights& weights, Border border) {
    const int r = weights.k / 2;
    std::vector<double> sums(std::size_t(input.width() * input.channels()), 0.0);
    for (int j = 0; j < weights.k; ++j) {
        const int from = borderIndex(y + j - r, input.height(), border);
        if (from < 0) continue;
        const std::vector<double> row =
            extendedRow<double>(input.row<T>(from), input.width(), input.channels(), r, border);
        for (int i = 0; i < weights.k; ++i) {
            const double weight = weights.numerators[std::size_t(j * weights.k + i)];
            if (weight == 0) continue; // hides its samples, even NaN
            const double* shifted = row.data() + i * input.channels();
            for (std::size_t s = 0; s < sums.size(); ++s)
                sums[s] += weight * shifted[s];
        }
    }
    for (double& sum : sums)
        sum /= weights.denominator;
    return sums;
}

Image convolutionReference(const Image& input, const ParameterValues& parameters) {
    const Border border = borderByName(parameters.choice("border"));
    const ConvolutionWeights weights = weightsOf(parameters);
    return mapColourRows(input, [&](auto zero, int y, const auto& fill) {
        using T = decltype(zero);
        const std::vector<double> row = convolveRow<T>(input, y, weights, border);
        fill([&](std::size_t s) { return storeSample<T>(row[s]); });
    });
}

/// A plan of one pass with one work-item per pixel. `numerators` are the weights in the kernel's form.
template <class T> Plan windowPlan(const PlanRequest& request, const ConvolutionWeights& weights, KernelName name,
                                   const std::vector<T>& numerators) {
    Plan plan;
    KernelPass& pass = plan.add(kernelPass(request, std::move(name)));
    pass.defines.push_back(borderDefine(request.parameters.choice("border")));
    const bool hasZero = std::ranges::find(weights.numerators, 0) != weights.numerators.end();
    addDefines(pass, {{"HIDES", !request.input.format.isInteger() && (hasZero || request.general)}});
    addArguments(pass, {{"weights", plan.addTable("weights", numerators)},
                        {"denominator", float(weights.denominator)},
                        {"radius", weights.k / 2}});
    pass.operations = 2 * colourSamples(request.input) * std::uint64_t(weights.k * weights.k);
    return plan;
}

Plan windowPlan(const PlanRequest& request, const ConvolutionWeights& weights, KernelName name) {
    return windowPlan(request, weights, std::move(name),
                      std::vector<float>(weights.numerators.begin(), weights.numerators.end()));
}

double windowTaps(const PlanRequest& request) {
    const double k = weightsOf(request.parameters).k;
    return k * k;
}

Plan plainConvolutionPlan(const PlanRequest& request) {
    return windowPlan(request, weightsOf(request.parameters), "convolution/plain");
}

Plan tiledPlan(const PlanRequest& request) {
    const ConvolutionWeights weights = weightsOf(request.parameters);
    Plan plan = windowPlan(request, weights, "convolution/tiled");
    KernelPass& pass = lastKernel(plan);
    const Workgroup group = request.workgroup;
    const std::uint64_t tile = std::uint64_t(group.x + weights.k - 1) * std::uint64_t(group.y + weights.k - 1);
    pass.arguments.push_back({"tile", LocalArgument{tile * request.input.format.bytesPerPixel()}});
    return plan;
}

Plan segmentsPlan(const PlanRequest& request) {
    const ConvolutionWeights weights = weightsOf(request.parameters);
    const int lanes = vectorLanes(request.device);
    const int segmentPixels = lanes / request.input.format.channels;
    const Size size = request.input.size;
    Plan plan = windowPlan(request, weights, "convolution/segments");
    KernelPass& pass = lastKernel(plan);
    addDefines(pass, {{"LANES", lanes}});
    pass.global = coverBlocks(size, {segmentPixels, 1}, request.workgroup);
    return plan;
}

/// Rows per strip of rolling-buffer: enough that the 2 radius rows above count little.
int stripRows(const PlanRequest& request) { return int(roundUp(128, std::size_t(request.workgroup.y))); }

Plan rollingPlan(const PlanRequest& request) {
    const ConvolutionWeights weights = weightsOf(request.parameters);
    const Workgroup group = request.workgroup;
    const int rows = stripRows(request);
    Plan plan = windowPlan(request, weights, {"convolution/rolling-buffer", "convolution_rolling"});
    KernelPass& pass = lastKernel(plan);
    addDefines(pass, {{"STRIP_ROWS", rows}});
    pass.global[1] = std::size_t(divideUp(request.input.size.height, rows)) * std::size_t(group.y);
    const std::uint64_t ring = std::uint64_t(group.x + weights.k - 1) * std::uint64_t(group.y + weights.k - 1);
    const std::uint64_t bytes = ring * std::uint64_t(request.input.format.channels) * sizeof(float);
    pass.arguments.push_back({"ring", LocalArgument{bytes}});
    return plan;
}

/// A CPU driver was seen to fail on 5 x 3 groups, whose registers it laid out where its vector code cannot read.
std::string blockedProblem(Workgroup group, const PlanRequest&) {
    const auto isPowerOfTwo = [](int n) { return (n & (n - 1)) == 0; };
    if (isPowerOfTwo(group.x) && isPowerOfTwo(group.y)) return {};
    return "register-blocked takes workgroups whose sides are powers of two, not " + workgroupText(group);
}

Plan blockedPlan(const PlanRequest& request) {
    // Samples per work-item.
    constexpr int tileX = 8, tileY = 4;
    const ConvolutionWeights weights = weightsOf(request.parameters);
    const Size size = request.input.size;
    const Workgroup group = request.workgroup;
    Plan plan = windowPlan(request, weights, {"convolution/register-blocked", "convolution_blocked"});
    KernelPass& pass = lastKernel(plan);
    removeArgument(pass, "radius");
    const int bankRows = tileX / 4;
    const int columns = group.x * tileX + (weights.k - 1 + 3) / 4 * 4;
    const int bankPitch = (columns / 4 + bankRows - 1) / bankRows * 4;
    addDefines(pass, {{"RADIUS", weights.k / 2}, {"TILE_X", tileX}, {"TILE_Y", tileY}, {"BANK_PITCH", bankPitch}});
    addTuning(pass, tuningOf<UnrolledLoops>(request));
    pass.global = coverBlocks(size, {tileX, tileY}, group);
    const std::uint64_t tile = std::uint64_t(bankRows * bankPitch) * std::uint64_t(group.y * tileY + weights.k - 1);
    pass.arguments.push_back({"quads", LocalArgument{tile * sizeof(float)}});
    return plan;
}

Plan segmentBlocksPlan(const PlanRequest& request) {
    constexpr int rows = 4;
    const ConvolutionWeights weights = weightsOf(request.parameters);
    const Size size = request.input.size;
    const int segmentPixels = unalignedSegment(request.input.format);
    const bool isSmall = request.input.format.type == SampleType::U8;
    const bool areProducts = isSmall && request.input.format.channels == 1 && weights.areBytes();
    Plan plan = areProducts ? windowPlan(request, weights, "convolution/segment-blocks", weights.bytes())
                            : windowPlan(request, weights, "convolution/segment-blocks");
    KernelPass& pass = lastKernel(plan);
    removeArgument(pass, "denominator");
    removeArgument(pass, "radius");
    addUnalignedSegments(pass, request);
    addDefines(pass, {{"ROWS", rows},
                      {"RADIUS", weights.k / 2},
                      {"MENDED", !isSmall || weights.needMending()},
                      {"PRODUCTS", areProducts}});
    pass.defines.push_back({"DENOMINATOR", floatLiteral(weights.denominator)});
    addTuning(pass, tuningOf<UnrolledLoops>(request));
    pass.global = coverBlocks(size, {segmentPixels, rows}, request.workgroup);
    return plan;
}

Plan convolutionStripsPlan(const PlanRequest& request) {
    const ConvolutionWeights weights = weightsOf(request.parameters);
    const Size size = request.input.size;
    const FloatStrip strip = floatStrip(request, weights.k / 2, 128, 0);
    Plan plan = windowPlan(request, weights, "convolution/strips");
    coverWithStrips(lastKernel(plan), strip, size);
    return plan;
}

std::vector<Variant> convolutionVariants() {
    return {
        Variant{
            .id = "tiled",
            .label = "Local tile",
            .idea = "A workgroup loads its pixels and those around them into local memory once, and sums from there "
                    "(Podlozhnyuk 2007).",
            .tolerance = withinOne(),
            .workgroups = areaWorkgroups(),
            .plan = tiledPlan,
        },
        Variant{
            .id = "segments",
            .label = "Segments of pixels",
            .idea = "Each work-item computes several neighbouring pixels with vector loads, so that one weight serves "
                    "them all.",
            .tolerance = withinOne(),
            .plan = segmentsPlan,
        },
        Variant{
            .id = "rolling-buffer",
            .idea = "Each workgroup goes down a strip of columns and keeps a ring of k rows in local memory. It loads "
                    "each row once.",
            .tolerance = withinOne(),
            .workgroups = areaWorkgroups(),
            .plan = rollingPlan,
        },
        Variant{
            .id = "register-blocked",
            .label = "Register-blocked",
            .idea = "Each work-item computes a block of neighbouring samples. Weights are in constant memory. Each row "
                    "of a local tile is loaded into registers once, and serves many sums.",
            .tolerance = withinOne(),
            .workgroups = areaWorkgroups(blockedProblem),
            .plan = blockedPlan,
            .tuning = tuningNames<UnrolledLoops>(),
            .fallbackVariant = "segments",
        },
        Variant{
            .id = "segment-blocks",
            .label = "Blocks of segments",
            .idea =
                "For neighbourhoods of at most a few segments across: each work-item computes four rows of a segment "
                "of samples in registers. Each row that it loads serves all neighbourhoods that contain it.",
            .tolerance = withinOne(),
            .plan = segmentBlocksPlan,
            .tuning = tuningNames<UnrolledLoops>(),
            .fallbackVariant = "segments",
        },
        Variant{
            .id = "strips",
            .label = "Strips, for CPUs",
            .idea = "Each workgroup is one work-item. It converts a strip to floats, and computes 4 rows of 32 samples "
                    "at a time with vectors. So one load serves four rows.",
            .tolerance = withinOne(),
            .workgroups = stripWorkgroups(),
            .plan = convolutionStripsPlan,
        },
        plainVariant("Each work-item sums the weighted samples of its neighbourhood from global memory, and relies on "
                     "the caches.",
                     plainConvolutionPlan, withinOne(), whileQuickForSamples(windowTaps)),
    };
}

/// The window's side, given by k or by the matrix.
double windowSide(const PlanRequest& request) { return weightsOf(request.parameters).k; }

ChoiceTable convolutionChoices() {
    const std::vector<DeviceClass> cpu{DeviceClass::Cpu};
    return {
        {
            {.devices = cpu,
             .variant = "strips",
             .measured = "PoCL, 2 cores, 2026-11-21, 2048 x 2048, gray 8-bit: k = 3: 1.24 ms, segments 2.54 ms; k = "
                         "15: 6.6 ms, segments 21.1 ms"},
            {.where = {{.name = "window", .maximum = 9}},
             .variant = "segment-blocks",
             .workgroup = Workgroup{32, 4},
             .measured = "H200, 2026-11-23: k = 3: 0.057 ms, segments 0.224 ms; RGBA, k = 3: 0.23 ms; RGBA, k = 7: "
                         "0.69 ms, register-blocked 2.9 ms"},
            {.variant = "register-blocked",
             .workgroup = Workgroup{16, 8},
             .measured = "H200, 2026-11-21, 8192 x 8192, gray 8-bit, k = 31: 2.959 ms, tiled 16.7 ms"},
            {.devices = cpu, .variant = "segments", .workgroup = Workgroup{16, 4}},
            {.variant = "segments", .workgroup = Workgroup{32, 8}},
            {.devices = cpu, .variant = "rolling-buffer", .workgroup = Workgroup{64, 1}},
            {.variant = "rolling-buffer", .workgroup = Workgroup{64, 4}},
            {.variant = "strips", .workgroup = Workgroup{1, 1}},
            {.devices = cpu, .variant = "register-blocked", .tuning = {{"unrolled", 0}}},
            {.variant = "register-blocked", .tuning = {{"unrolled", 1}}},
            {.devices = cpu, .variant = "segment-blocks", .tuning = {{"unrolled", 0}}},
            {.variant = "segment-blocks", .tuning = {{"unrolled", 1}}},
        },
        {{"window", windowSide}}};
}

std::vector<Parameter> convolutionParameters() {
    return {integerParameter("k", "Kernel size", "px", 1, 31, 2, 3, "Side of the neighbourhood; odd."),
            choiceParameter("kernel", "Kernel",
                            {{"identity", "Identity"},
                             {"box", "Box"},
                             {"gaussian", "Gaussian"},
                             {"sharpen", "Sharpen"},
                             {"emboss", "Emboss"},
                             {"edge", "Edge"},
                             {"random", "Random"}},
                            "sharpen", convolutionKernelsDoc()),
            integerParameter("seed", "Seed", "", 0, 999999, 1, 0,
                             "Seed of the weights of kernel=random; other kernels ignore it."),
            matrixParameter("matrix", "Matrix",
                            "Weights of your own, in place of `k` and `kernel`: k rows of k numbers, with odd k."),
            borderParameter()};
}

} // namespace

Filter convolution() {
    return {
        .id = "convolution",
        .group = "Blur and sharpen",
        .summary = "Replaces each pixel by a weighted sum of its neighbours.",
        .synonyms = {"kernel", "correlation", "sharpen", "emboss", "edge", "blur"},
        .doc = "Computes the correlation with a k x k matrix, which is not flipped: out(x,y) = sum of w(i,j) s(x+i-r, "
               "y+j-r) over i, j = 0..k-1, r = (k-1)/2, rounded half to even. Each colour channel is filtered by "
               "itself; alpha is copied.",
        .parameters = convolutionParameters(),
        .locality =
            [](const ParameterValues& parameters) { return windowLocality(weightsOf(parameters).k / 2, parameters); },
        .reference = convolutionReference,
        .variants = convolutionVariants(),
        .choices = convolutionChoices(),
    };
}

} // namespace lightbench::filters
