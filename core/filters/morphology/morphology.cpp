// The seven filters of mathematical morphology, from erode to black-hat. Each is one or two steps, erosions and
// dilations, and perhaps a difference. They share window shapes, the reference and the plans.
#include <algorithm>
#include <limits>
#include <numeric>
#include <type_traits>
#include <utility>

#include "core/device/device_traits.h"
#include "core/filters/edges/gain.h"
#include "core/filters/windows/bordered_segments.h"
#include "core/filters/windows/extreme_tiles.h"
#include "core/filters/windows/float_strips.h"
#include "core/filters/windows/window_maximum.h"
#include "core/filters/windows/window_maximum_plans.h"
#include "core/framework/colour_rows.h"
#include "core/framework/filter.h"
#include "core/framework/plain_variant.h"
#include "core/framework/plan.h"
#include "core/run/resolve.h"

namespace lightbench::filters {

namespace {

/// What a filter makes of its steps. The second step is a dilation after an erosion, and an erosion after a dilation.
enum class Result {
    First,           ///< there is one step
    Second,          ///< the second step takes the result of the first one
    FirstLessSecond, ///< both steps take the input
    InputLessSecond, ///< the second step takes the result of the first one, and its result is subtracted
    SecondLessInput, ///< the same steps; the input is subtracted
};

struct Morphology {
    bool erodesFirst; ///< the first step takes the minimum of each window, otherwise the maximum
    Result result = Result::First;
    const char* name = ""; ///< of two steps, in kernels/morphology/strips.cl
    bool hasTwoSteps() const { return result != Result::First; }
    bool isRange() const { return result == Result::FirstLessSecond; }
    /// True if the result is nearly black on photos, so that a gain helps.
    bool hasGain() const { return result == Result::InputLessSecond || result == Result::SecondLessInput; }
};

bool isSquare(const ParameterValues& parameters) { return parameters.choice("shape") == "square"; }

/// How far a disc extends to each side in the row at distance j from its centre: the greatest i with i^2 + j^2 <= r^2.
int discHalf(int j, int radius) {
    int half = 0;
    while ((half + 1) * (half + 1) + j * j <= radius * radius)
        ++half;
    return half;
}

/// For each row of the window, how far it extends to each side.
std::vector<int> halvesOf(const ParameterValues& parameters) {
    const int radius = parameters.integer("k") / 2;
    const std::string& shape = parameters.choice("shape");
    std::vector<int> halves;
    for (int j = -radius; j <= radius; ++j)
        halves.push_back(shape == "disc" ? discHalf(j, radius) : shape == "square" || j == 0 ? radius : 0);
    return halves;
}

template <class T> T timesGain(T difference, int gain) {
    if constexpr (std::is_floating_point_v<T>) return difference * T(gain);
    return T(std::min(std::int64_t(difference) * gain, std::int64_t(std::numeric_limits<T>::max())));
}

Image difference(const Image& input, const Image& greater, const Image& less, int gain) {
    return mapColourRows(input, [&](auto zero, int y, const auto& fill) {
        using T = decltype(zero);
        fill([&](std::size_t s) { return timesGain(T(greater.row<T>(y)[s] - less.row<T>(y)[s]), gain); });
    });
}

Image morphologyReference(const Image& input, const ParameterValues& parameters, Morphology operation) {
    const std::vector<int> halves = halvesOf(parameters);
    const int gain = gainOf(parameters);
    Image first = windowExtreme(input, halves, operation.erodesFirst);
    if (!operation.hasTwoSteps()) return first;
    Image second = windowExtreme(operation.isRange() ? input : first, halves, !operation.erodesFirst);
    switch (operation.result) {
    case Result::FirstLessSecond: return difference(input, first, second, gain);
    case Result::InputLessSecond: return difference(input, input, second, gain);
    case Result::SecondLessInput: return difference(input, second, input, gain);
    default: return second;
    }
}

/// The number of a window's samples.
int windowSamples(const std::vector<int>& halves) {
    return std::accumulate(halves.begin(), halves.end(), 0, [](int sum, int half) { return sum + 2 * half + 1; });
}

/// A pass whose work-items process segments of pixels.
KernelPass morphologySegmentsPass(const PlanRequest& request, KernelName name) {
    const Format format = request.input.format;
    const Size size = request.input.size;
    const int lanes = integerLanes(request.device, format.bytesPerSample()), segmentPixels = lanes / format.channels;
    KernelPass pass = kernelPass(request, std::move(name));
    addDefines(pass, {{"LANES", lanes}});
    pass.global = coverBlocks(size, {segmentPixels, 1}, request.workgroup);
    pass.arguments = {{"width", size.width}, {"height", size.height}};
    return pass;
}

/// Makes a plan of the windows' minima or maxima.
using ExtremePlan = Plan (*)(const PlanRequest& request, bool minimum);

Plan segmentsPlan(const PlanRequest& request, bool minimum) {
    const std::vector<int> halves = halvesOf(request.parameters);
    Plan plan;
    const BufferRef reach = plan.addTable("window", halves);
    KernelPass& pass = plan.add(morphologySegmentsPass(request, {"morphology/segments", "morphology_extreme"}));
    addDefines(pass, {{"INVERTED_KEYS", minimum}});
    addArguments(pass, {{"src", inputBuffer()},
                        {"dst", outputBuffer()},
                        {"halves", reach},
                        {"radius", std::int32_t(halves.size() / 2)}});
    pass.bytes = 2 * request.input.bytes();
    pass.operations = colourSamples(request.input) * std::uint64_t(windowSamples(halves));
    return plan;
}

Plan plainExtremePlan(const PlanRequest& request, bool minimum) {
    const std::vector<int> halves = halvesOf(request.parameters);
    Plan plan;
    KernelPass& pass = plan.add(plainPass(request, "morphology", request.input.format, windowSamples(halves)));
    addDefines(pass, {{"INVERTED_KEYS", minimum}});
    addArguments(pass, {{"halves", plan.addTable("window", halves)}, {"radius", std::int32_t(halves.size() / 2)}});
    return plan;
}

MaximumOutput maxima(const PlanRequest&) { return {}; }
MaximumOutput minima(const PlanRequest&) { return {.minimum = true}; }

/// A filter for square windows that is in no catalog; it selects the fastest of local-maximum's variants.
Filter squares(bool minimum) {
    return {
        .id = minimum ? "local-minimum" : "local-maximum",
        .variants = windowMaximumVariants(minimum ? minima : maxima),
        .choices = windowMaximumChoices(),
    };
}

Plan sharedPlan(const PlanRequest& request, bool minimum) {
    static const Filter filters[] = {squares(false), squares(true)};
    return automaticPlan(filters[minimum ? 1 : 0], request);
}

/// Makes the pass that subtracts; it gets the arguments `greater` and `less`.
using DifferencePass = KernelPass (*)(const PlanRequest& request);

KernelPass segmentsDifference(const PlanRequest& request) {
    KernelPass pass = morphologySegmentsPass(request, "morphology/difference");
    addGain(pass, request);
    addArguments(pass, {{"src", inputBuffer()}, {"dst", outputBuffer()}});
    pass.operations = request.input.samples();
    return pass;
}

KernelPass plainDifference(const PlanRequest& request) {
    KernelPass pass = plainPass(request, "morphology", request.input.format, 2);
    pass.kernel = "morphology_plain_difference";
    addArguments(pass, {{"gain", gainOf(request.parameters)}});
    return pass;
}

/// Both extremes at once.
constexpr MaximumOutput bothAtOnce{.range = true};
Plan rangePlan(const PlanRequest& request) { return extremeTilesPlan(bothAtOnce, request); }
Workgroup rangeWorkgroup(const PlanRequest& request) { return extremeTilesWorkgroup(bothAtOnce, request); }

AppliesRule squaresOnly() {
    return {"it takes squares only, because it finds extremes along rows and columns one after the other",
            [](const PlanRequest& request) { return isSquare(request.parameters); }};
}

/// The largest square for which both steps share strips.
constexpr int largestShared = 7;

Plan planOf(const PlanRequest& request, Morphology operation, ExtremePlan extreme, DifferencePass difference) {
    if (!operation.hasTwoSteps()) return extreme(request, operation.erodesFirst);
    const bool isLast = operation.result == Result::Second;
    Plan plan;
    const BufferRef first = plan.addScratch("first step", request.input.bytes());
    const BufferRef second = isLast ? outputBuffer() : plan.addScratch("second step", request.input.bytes());
    appendPlan(plan, extreme(request, operation.erodesFirst), inputBuffer(), first);
    appendPlan(plan, extreme(request, !operation.erodesFirst), operation.isRange() ? inputBuffer() : first, second);
    if (isLast) return plan;
    const bool takesInput = operation.result == Result::InputLessSecond;
    KernelPass& pass = plan.add(difference(request));
    addArguments(pass, {{"greater", takesInput            ? inputBuffer()
                                    : operation.isRange() ? first
                                                          : second},
                        {"less", operation.result == Result::SecondLessInput ? inputBuffer() : second}});
    pass.bytes = 3 * request.input.bytes();
    return plan;
}

/// Both steps in one pass.
Plan bothStepsPlan(const PlanRequest& request, Morphology operation) {
    const Format format = request.input.format;
    const int k = request.parameters.integer("k");
    KernelPass pass = kernelPass(request, "morphology/strips");
    addDefines(pass, {{"K", k}});
    pass.defines.push_back({"OPERATION", operation.name});
    addGain(pass, request);
    coverWithLines(pass, request, 16384 / int(format.bytesPerPixel()), operation.isRange() ? 4 : k + 3, k, 8);
    pass.operations = colourSamples(request.input) * std::uint64_t(4 * (k - 1));
    return singlePass(std::move(pass));
}

Variant bothExtremes() {
    return {
        .id = "both-extremes",
        .idea = "For squares: a workgroup makes a tile in one pass, down the columns, then along the rows. The same "
                "loads give both extremes of each neighbourhood (van Herk 1992, Gil and Werman 1993).",
        .workgroups = extremeTilesWorkgroups(),
        .applies = squaresOnly(),
        .plan = rangePlan,
        .automatic = rangeWorkgroup,
        .fallbackVariant = "segments",
    };
}

Variant bothSteps(Morphology operation) {
    return {
        .id = "strips",
        .label = "Strips of both steps",
        .idea = "For squares on CPUs: each work-item walks down a strip and keeps the rows of both steps in local "
                "memory. So the image is read and written once.",
        .workgroups = areaWorkgroups(),
        .missing = missingLineMemory,
        .applies = {"it takes squares of up to 7 x 7 pixels only, because it keeps the rows of both steps in caches",
                    [](const PlanRequest& request) {
                        return isSquare(request.parameters) && request.parameters.integer("k") <= largestShared;
                    }},
        .plan = [operation](const PlanRequest& request) { return bothStepsPlan(request, operation); },
        .fallbackVariant = "segments",
    };
}

Variant plainMorphology(Morphology operation) {
    return plainVariant(
        "Each work-item compares every sample of its neighbourhood. If the operation has two steps, a second launch "
        "does the same. If it is a difference, a last launch subtracts.",
        [operation](const PlanRequest& request) {
            return planOf(request, operation, plainExtremePlan, plainDifference);
        },
        exactly(), whileQuickForSamples([](const PlanRequest& request) {
            return 2.0 * windowSamples(halvesOf(request.parameters));
        }));
}

std::vector<Variant> variantsOf(Morphology operation) {
    const auto plan = [operation](ExtremePlan extreme) -> MakePlan {
        return [operation, extreme](const PlanRequest& request) {
            return planOf(request, operation, extreme, segmentsDifference);
        };
    };
    std::vector<Variant> variants{
        Variant{
            .id = "shared-extremes",
            .idea = "For squares: the fastest kernels of local-maximum find extremes along columns, then along rows. "
                    "Neighbouring pixels share most of their comparisons (van Herk 1992, Gil and Werman 1993).",
            .workgroups = composedWorkgroups(),
            .applies = squaresOnly(),
            .plan = plan(sharedPlan),
            .fallbackVariant = "segments",
        },
        Variant{
            .id = "segments",
            .label = "Segments of pixels",
            .idea = "Each work-item computes a segment of neighbouring pixels and compares every sample of their "
                    "neighbourhoods, in vectors.",
            .plan = plan(segmentsPlan),
        },
    };
    if (operation.isRange()) variants.push_back(bothExtremes());
    if (operation.hasTwoSteps()) variants.push_back(bothSteps(operation));
    variants.push_back(plainMorphology(operation));
    return variants;
}

ChoiceTable choicesOf(Morphology operation) {
    if (!operation.hasTwoSteps()) return borderedSegmentsChoices();
    const MeasuredChoice strips{.devices = {DeviceClass::Cpu},
                                .where = {{"k", 3, largestShared}},
                                .variant = "strips",
                                .workgroup = Workgroup{1, 1},
                                .measured =
                                    "PoCL, 2 cores, 2026-11-23, 3840 x 2160, 8-bit, k = 5, top-hat: gray: 2.5 ms, "
                                    "shared-extremes 5.5 ms; RGBA: 7.9 ms, shared-extremes 25 ms"};
    if (!operation.isRange()) return mergedChoices({strips}, borderedSegmentsChoices());
    return {{
        {.devices = {DeviceClass::Gpu},
         .variant = "both-extremes",
         .measured = "H200, 2026-11-23, 8192 x 8192, 8-bit, k = 5: gray: 0.058 ms, a dilation, an erosion and their "
                     "difference 0.186 ms; RGBA: 0.181 ms, a dilation, an erosion and their difference 0.695 ms"},
        strips,
        {.devices = {DeviceClass::Cpu}, .variant = "shared-extremes", .workgroup = Workgroup{16, 4}},
        {.devices = {DeviceClass::Cpu}, .variant = "segments", .workgroup = Workgroup{16, 4}},
        {.variant = "shared-extremes", .workgroup = Workgroup{32, 4}},
        {.variant = "segments", .workgroup = Workgroup{32, 4}},
    }};
}

/// Completes a filter that has its texts so far: gives it the parameters `k` and `shape`, `gain` for differences with
/// the input, and what all have in common.
Filter morphologyFilter(Morphology operation, Filter filter) {
    filter.group = "Morphology";
    filter.doc += " Samples beyond the border do not count, as with OpenCV's default border. Each colour channel is "
                  "filtered by itself; alpha is copied. Floats are ordered by IEEE 754's totalOrder (Serra 1982).";
    filter.parameters = {
        integerParameter("k", "Window size", "px", 3, 63, 2, 5, "Side of the neighbourhood, k = 2 r + 1; odd."),
        choiceParameter(
            "shape", "Shape", {{"square", "Square"}, {"cross", "Cross"}, {"disc", "Disc"}}, "square",
            "Which pixels the neighbourhood has. square: k x k pixels. cross: k pixels of the row and k of the column "
            "(OpenCV's MORPH_CROSS). disc: the pixels with i^2 + j^2 <= r^2 (scikit-image's disk).")};
    if (operation.hasGain()) filter.parameters.push_back(gainParameter());
    filter.locality = [operation](const ParameterValues& parameters) {
        const int reach = parameters.integer("k") / 2;
        const bool isOneAfterTheOther = operation.hasTwoSteps() && !operation.isRange();
        return Locality{Locality::Window, isOneAfterTheOther ? 2 * reach : reach, true};
    };
    filter.reference = [operation](const Image& input, const ParameterValues& parameters) {
        return morphologyReference(input, parameters, operation);
    };
    filter.variants = variantsOf(operation);
    filter.choices = choicesOf(operation);
    return filter;
}

} // namespace

Filter erode() {
    return morphologyFilter(
        {.erodesFirst = true},
        {.id = "erode",
         .summary = "Shrinks bright areas: each sample becomes the smallest one of its neighbourhood.",
         .synonyms = {"erosion", "minimum", "shrink", "thin"},
         .doc = "Each sample becomes the smallest one of its neighbourhood (erosion)."});
}

Filter dilate() {
    return morphologyFilter({.erodesFirst = false},
                            {.id = "dilate",
                             .summary = "Grows bright areas: each sample becomes the largest one of its neighbourhood.",
                             .synonyms = {"dilation", "maximum", "grow", "thicken"},
                             .doc = "Each sample becomes the largest one of its neighbourhood (dilation)."});
}

Filter open() {
    return morphologyFilter({true, Result::Second, "OPEN"},
                            {.id = "open",
                             .summary = "Removes bright details that are smaller than the neighbourhood.",
                             .synonyms = {"opening", "despeckle"},
                             .doc = "Opens the image: it is eroded, then dilated. This removes bright details that the "
                                    "neighbourhood does not fit into."});
}

Filter close() {
    return morphologyFilter({false, Result::Second, "CLOSE"},
                            {.id = "close",
                             .summary = "Removes dark details that are smaller than the neighbourhood.",
                             .synonyms = {"closing", "fill holes"},
                             .doc = "Closes the image: it is dilated, then eroded. This removes dark details that the "
                                    "neighbourhood does not fit into."});
}

Filter morphological_gradient() {
    return morphologyFilter({false, Result::FirstLessSecond, "GRADIENT"},
                            {.id = "morphological-gradient",
                             .summary = "Shows edges: the range of the samples in each neighbourhood.",
                             .synonyms = {"edge", "outline", "range"},
                             .doc = "Subtracts the eroded image from the dilated one. The difference is the range of "
                                    "the neighbourhood, which is large at edges."});
}

Filter top_hat() {
    return morphologyFilter({true, Result::InputLessSecond, "TOP_HAT"},
                            {.id = "top-hat",
                             .label = "Top-hat",
                             .summary = "Shows the bright details that are smaller than the neighbourhood.",
                             .synonyms = {"white top-hat", "background"},
                             .doc = "Subtracts the opened image from the image. What is left are the bright details "
                                    "that the neighbourhood does not fit into."});
}

Filter black_hat() {
    return morphologyFilter({false, Result::SecondLessInput, "BLACK_HAT"},
                            {.id = "black-hat",
                             .label = "Black-hat",
                             .summary = "Shows the dark details that are smaller than the neighbourhood.",
                             .synonyms = {"black top-hat", "bottom-hat", "background"},
                             .doc = "Subtracts the image from the closed image. What is left are the dark details that "
                                    "the neighbourhood does not fit into."});
}

} // namespace lightbench::filters
