// The reference and the plans: erosions and dilations in sequence, and differences.
#include "core/filters/morphology/morphology_filter.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>

#include "core/base/parallel.h"
#include "core/device/device_traits.h"
#include "core/filters/edges/gain.h"
#include "core/filters/windows/bordered_segments.h"
#include "core/filters/windows/extreme_tiles.h"
#include "core/filters/windows/float_strips.h"
#include "core/filters/windows/window_maximum.h"
#include "core/filters/windows/window_maximum_plans.h"
#include "core/framework/plain_variant.h"
#include "core/framework/plan.h"
#include "core/image/colour_samples.h"
#include "core/run/resolve.h"

namespace lightbench {

namespace {

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

/// The steps of an operation in order: true for an erosion (minimum), false for a dilation.
std::vector<bool> stepsOf(Morphology operation) {
    switch (operation) {
    case Morphology::Erode: return {true};
    case Morphology::Dilate: return {false};
    case Morphology::Open:
    case Morphology::TopHat: return {true, false};
    case Morphology::Close:
    case Morphology::BlackHat:
    case Morphology::Gradient: return {false, true}; // the gradient computes both from the input
    }
    std::abort();
}

std::vector<std::string> synonymsOf(Morphology operation) {
    switch (operation) {
    case Morphology::Erode: return {"erosion", "minimum", "shrink", "thin"};
    case Morphology::Dilate: return {"dilation", "maximum", "grow", "thicken"};
    case Morphology::Open: return {"opening", "despeckle"};
    case Morphology::Close: return {"closing", "fill holes"};
    case Morphology::Gradient: return {"edge", "outline", "range"};
    case Morphology::TopHat: return {"white top-hat", "background"};
    case Morphology::BlackHat: return {"black top-hat", "bottom-hat", "background"};
    }
    std::abort();
}

/// True if the result is nearly black on photos, so that a gain helps.
bool hasGain(Morphology operation) { return operation == Morphology::TopHat || operation == Morphology::BlackHat; }

template <class T> T timesGain(T difference, int gain) {
    if constexpr (std::is_floating_point_v<T>) return difference * T(gain);
    return T(std::min(std::int64_t(difference) * gain, std::int64_t(std::numeric_limits<T>::max())));
}

Image difference(const Image& input, const Image& greater, const Image& less, int gain) {
    Image output(input.shape());
    withSampleType(input.format().type, [&](auto zero) {
        using T = decltype(zero);
        parallelRows(input.height(), [&](int y) {
            fillColours<T>(input, output, y,
                           [&](std::size_t s) { return timesGain(T(greater.row<T>(y)[s] - less.row<T>(y)[s]), gain); });
        });
    });
    return output;
}

Image reference(const Image& input, const ParameterValues& parameters, Morphology operation) {
    const std::vector<int> halves = halvesOf(parameters);
    const std::vector<bool> steps = stepsOf(operation);
    const int gain = gainOf(parameters);
    Image first = windowExtreme(input, halves, steps[0]);
    if (steps.size() == 1) return first;
    if (operation == Morphology::Gradient)
        return difference(input, first, windowExtreme(input, halves, steps[1]), gain);
    Image second = windowExtreme(first, halves, steps[1]);
    if (operation == Morphology::TopHat) return difference(input, input, second, gain);
    if (operation == Morphology::BlackHat) return difference(input, second, input, gain);
    return second;
}

/// The number of a window's samples.
int windowSamples(const std::vector<int>& halves) {
    return std::accumulate(halves.begin(), halves.end(), 0, [](int sum, int half) { return sum + 2 * half + 1; });
}

/// A pass whose work-items process segments of pixels.
KernelPass morphologySegmentsPass(const PlanRequest& request, const std::string& kernel) {
    const Format format = request.input.format;
    const Size size = request.input.size;
    const int lanes = integerLanes(request.device, format.bytesPerSample()), segmentPixels = lanes / format.channels;
    KernelPass pass;
    pass.program = "morphology/segments";
    pass.kernel = kernel;
    pass.defines = formatDefines(format, format);
    pass.defines.push_back({"LANES", std::to_string(lanes)});
    pass.global = coverGlobal({(size.width + segmentPixels - 1) / segmentPixels, size.height}, request.workgroup);
    pass.local = request.workgroup;
    pass.arguments = {{"width", size.width}, {"height", size.height}};
    return pass;
}

/// Makes a plan of the windows' minima or maxima.
using ExtremePlan = Plan (*)(const PlanRequest& request, bool minimum);

Plan segmentsPlan(const PlanRequest& request, bool minimum) {
    const std::vector<int> halves = halvesOf(request.parameters);
    Plan plan;
    const BufferRef reach = plan.addScratch({"window", halves.size() * sizeof(int), bytesOf(halves)});
    KernelPass pass = morphologySegmentsPass(request, "morphology_extreme");
    pass.defines.push_back({"INVERTED_KEYS", minimum ? "1" : "0"});
    addArguments(pass, {{"src", inputBuffer()},
                        {"dst", outputBuffer()},
                        {"halves", reach},
                        {"radius", std::int32_t(halves.size() / 2)}});
    pass.bytes = 2 * request.input.bytes();
    pass.operations =
        request.input.size.area() * std::uint64_t(request.input.format.colourChannels() * windowSamples(halves));
    plan.passes.emplace_back(std::move(pass));
    return plan;
}

Plan plainExtremePlan(const PlanRequest& request, bool minimum) {
    const std::vector<int> halves = halvesOf(request.parameters);
    Plan plan;
    KernelPass pass = plainPass(request, "morphology", request.input.format, windowSamples(halves));
    addDefines(pass, {{"INVERTED_KEYS", minimum}});
    addArguments(pass, {{"halves", plan.addScratch({"window", halves.size() * sizeof(int), bytesOf(halves)})},
                        {"radius", std::int32_t(halves.size() / 2)}});
    plan.passes.emplace_back(std::move(pass));
    return plan;
}

MaximumOutput maxima(const PlanRequest&) { return {}; }
MaximumOutput minima(const PlanRequest&) { return {.minimum = true}; }

/// A filter for square windows that is in no catalog; it selects the fastest of local-maximum's variants.
Filter squares(bool minimum) {
    Filter filter;
    filter.id = minimum ? "local-minimum" : "local-maximum";
    filter.variants = windowMaximumVariants(minimum ? minima : maxima);
    filter.choices = windowMaximumChoices();
    return filter;
}

Plan sharedPlan(const PlanRequest& request, bool minimum) {
    static const Filter filters[] = {squares(false), squares(true)};
    return automaticPlan(filters[minimum ? 1 : 0], request);
}

/// Makes the pass that subtracts; it gets the arguments `greater` and `less`.
using DifferencePass = KernelPass (*)(const PlanRequest& request);

KernelPass segmentsDifference(const PlanRequest& request) {
    KernelPass pass = morphologySegmentsPass(request, "morphology_difference");
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

/// The name of an operation in kernels/morphology/strips.cl.
std::string operationName(Morphology operation) {
    switch (operation) {
    case Morphology::Open: return "OPEN";
    case Morphology::Close: return "CLOSE";
    case Morphology::Gradient: return "GRADIENT";
    case Morphology::TopHat: return "TOP_HAT";
    case Morphology::BlackHat: return "BLACK_HAT";
    case Morphology::Erode:
    case Morphology::Dilate: break;
    }
    std::abort();
}

Plan planOf(const PlanRequest& request, Morphology operation, ExtremePlan extreme, DifferencePass difference) {
    const std::vector<bool> steps = stepsOf(operation);
    if (steps.size() == 1) return extreme(request, steps[0]);
    const bool isLast = operation == Morphology::Open || operation == Morphology::Close;
    Plan plan;
    const BufferRef first = plan.addScratch("first step", request.input.bytes());
    const BufferRef second = isLast ? outputBuffer() : plan.addScratch("second step", request.input.bytes());
    appendPlan(plan, extreme(request, steps[0]), inputBuffer(), first);
    appendPlan(plan, extreme(request, steps[1]), operation == Morphology::Gradient ? inputBuffer() : first, second);
    const auto subtract = [&](BufferRef greater, BufferRef less) {
        KernelPass pass = difference(request);
        addArguments(pass, {{"greater", greater}, {"less", less}});
        pass.bytes = 3 * request.input.bytes();
        plan.passes.emplace_back(std::move(pass));
    };
    if (operation == Morphology::Gradient) subtract(first, second);
    if (operation == Morphology::TopHat) subtract(inputBuffer(), second);
    if (operation == Morphology::BlackHat) subtract(second, inputBuffer());
    return plan;
}

/// Both steps in one pass.
Plan bothStepsPlan(const PlanRequest& request, Morphology operation) {
    const Format format = request.input.format;
    const int k = request.parameters.integer("k");
    const bool isGradient = operation == Morphology::Gradient;
    KernelPass pass;
    pass.program = "morphology/strips";
    pass.kernel = "morphology_strips";
    pass.defines = formatDefines(format, format);
    pass.defines.push_back({"K", std::to_string(k)});
    pass.defines.push_back({"OPERATION", operationName(operation)});
    pass.local = request.workgroup;
    pass.arguments = {{"src", inputBuffer()},
                      {"dst", outputBuffer()},
                      {"width", request.input.size.width},
                      {"height", request.input.size.height}};
    addGain(pass, request);
    coverWithLines(pass, request, 16384 / int(format.bytesPerPixel()), isGradient ? 4 : k + 3, k, 8);
    pass.bytes = 2 * request.input.bytes();
    pass.operations = request.input.size.area() * std::uint64_t(format.colourChannels() * 4 * (k - 1));
    return singlePass(std::move(pass));
}

Variant bothExtremes() {
    return {
        .id = "both-extremes",
        .label = "Both extremes",
        .idea = "For squares: a workgroup makes a tile in one pass, down the columns, then along the rows. Both "
                "extremes of each window come from the same loads (van Herk 1992, Gil and Werman 1993).",
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
        "Each work-item looks at every sample of its window. Where the operation has two steps, a second "
        "launch does so again, and a last one subtracts where it is a difference.",
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
            .label = "Shared extremes",
            .idea =
                "Squares use the fastest variant of local-maximum, with the order reversed for minima: the same work "
                "for any k (van Herk 1992, Gil and Werman 1993).",
            .workgroups = composedWorkgroups(),
            .applies = squaresOnly(),
            .plan = plan(sharedPlan),
            .fallbackVariant = "segments",
        },
        Variant{
            .id = "segments",
            .label = "Segments of pixels",
            .idea =
                "Each work-item computes a segment of neighbouring pixels and compares every sample of their windows, "
                "in vectors.",
            .workgroups = areaOrDriverChosenWorkgroups(),
            .plan = plan(segmentsPlan),
        },
    };
    if (operation == Morphology::Gradient) variants.push_back(bothExtremes());
    if (stepsOf(operation).size() > 1) variants.push_back(bothSteps(operation));
    variants.push_back(plainMorphology(operation));
    return variants;
}

ChoiceTable choicesOf(Morphology operation) {
    if (stepsOf(operation).size() == 1) return borderedSegmentsChoices();
    const MeasuredChoice strips{.devices = {DeviceClass::Cpu},
                                .where = {{"k", 3, largestShared}},
                                .variant = "strips",
                                .workgroup = Workgroup{1, 1},
                                .measured =
                                    "PoCL, 2 cores, 2026-11-23, 3840 x 2160, 8-bit, k = 5, top-hat: gray: 2.5 ms, "
                                    "shared-extremes 5.5 ms; RGBA: 7.9 ms, shared-extremes 25 ms"};
    if (operation != Morphology::Gradient) return mergedChoices({strips}, borderedSegmentsChoices());
    return {{
        {.devices = {DeviceClass::Gpu},
         .variant = "both-extremes",
         .measured = "H200, 2026-11-23, 8192 x 8192, 8-bit, k = 5: gray: 0.058 ms, a dilation, an erosion and "
                     "their difference 0.186 ms; RGBA: 0.181 ms, a dilation, an erosion and their difference "
                     "0.695 ms"},
        strips,
        {.devices = {DeviceClass::Cpu}, .variant = "shared-extremes", .workgroup = Workgroup{16, 4}},
        {.devices = {DeviceClass::Cpu}, .variant = "segments", .workgroup = Workgroup{16, 4}},
        {.variant = "shared-extremes", .workgroup = Workgroup{32, 4}},
        {.variant = "segments", .workgroup = Workgroup{32, 4}},
    }};
}

} // namespace

Filter morphologyFilter(const std::string& id, const std::string& label, Morphology operation,
                        const std::string& summary, const std::string& what) {
    Filter filter;
    filter.id = id;
    filter.label = label;
    filter.group = "Morphology";
    filter.summary = summary;
    filter.synonyms = synonymsOf(operation);
    filter.locality = [operation](const ParameterValues& parameters) {
        const int reach = parameters.integer("k") / 2;
        const bool isOneAfterTheOther = operation != Morphology::Gradient && stepsOf(operation).size() > 1;
        return Locality{Locality::Window, isOneAfterTheOther ? 2 * reach : reach, true};
    };
    filter.doc = what +
                 " Samples beyond the edge are in no window, as with OpenCV's default border. Each colour channel "
                 "on its own; alpha stays. Floats are ordered by IEEE 754's totalOrder (Serra 1982).";
    filter.parameters = {
        integerParameter("k", "Window size", "px", 3, 63, 2, 5, "Side of the window, k = 2 r + 1; odd."),
        choiceParameter("shape", "Shape", {{"square", "Square"}, {"cross", "Cross"}, {"disc", "Disc"}}, "square",
                        "The window: k x k; the row and the column through the pixel (OpenCV's MORPH_CROSS); or where "
                        "i^2 + j^2 <= r^2 (scikit-image's disk).")};
    if (hasGain(operation)) filter.parameters.push_back(gainParameter());
    filter.accepts = {SampleType::U8, SampleType::U16, SampleType::F32};
    filter.reference = [operation](const Image& input, const ParameterValues& parameters) {
        return reference(input, parameters, operation);
    };
    filter.variants = variantsOf(operation);
    filter.choices = choicesOf(operation);
    return filter;
}

} // namespace lightbench
