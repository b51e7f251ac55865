// sobel, scharr, prewitt and laplacian: derivatives with 3 x 3 windows. They share the program
// kernels/edges/small_window.cl and differ in their weights. The reference adds floats in the kernels' order, so that
// all results except roots are bit-identical.
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "core/base/rounding.h"
#include "core/device/device_traits.h"
#include "core/filters/edges/gain.h"
#include "core/filters/edges/signed_result.h"
#include "core/filters/windows/bordered_segments.h"
#include "core/framework/bordered_samples.h"
#include "core/framework/colour_rows.h"
#include "core/framework/plan.h"

namespace lightbench::filters {

namespace {

/// First derivatives: central differences, smoothed perpendicularly with the weights side, middle, side.
struct GradientWeights {
    int side, middle;
};

/// Weights of the 3 x 3 Laplacian: `edge` for the four direct neighbours, `corner` for the diagonal ones, -`centre` for
/// the pixel itself.
struct LaplaceWeights {
    int edge, corner, centre;
};

LaplaceWeights weightsOf(const ParameterValues& parameters) {
    const std::string& window = parameters.choice("window");
    if (window == "four") return {1, 0, 4};
    return window == "eight" ? LaplaceWeights{1, 1, 8} : LaplaceWeights{0, 2, 8};
}

template <class T> WindowSum<T> halfScale() {
    if constexpr (std::is_floating_point_v<T>)
        return 0.5f;
    else
        return std::int64_t(std::numeric_limits<T>::max() / 2 + 1);
}

/// Computes every colour sample as value(at), where at(i, j) is the sample i columns to the right and j rows down.
template <class Value> Image mapWindows(const Image& input, Border border, Value value) {
    return mapColourPlaces(input, [&](auto zero, int x, int y, int c) {
        using T = decltype(zero);
        const BorderedSamples<T> samples(input, border);
        return value([&](int i, int j) { return WindowSum<T>(samples(x + i, y + j, c)); }, zero);
    });
}

template <class T> T stored(WindowSum<T> value, SignedResult sign) {
    return storeSample<T>(double(withSign<WindowSum<T>>(value, sign, halfScale<T>())));
}

/// Numbered as KIND in kernels/edges/small_window.cl.
enum class Kind { AlongX, AlongY, Magnitude, Laplacian };

Kind kindOf(const ParameterValues& parameters) {
    const std::string& direction = parameters.choice("direction");
    return direction == "x" ? Kind::AlongX : direction == "y" ? Kind::AlongY : Kind::Magnitude;
}

template <class At> auto across(const At& at, GradientWeights weights) {
    using N = decltype(at(0, 0));
    const N above = at(1, -1) - at(-1, -1), own = at(1, 0) - at(-1, 0), below = at(1, 1) - at(-1, 1);
    return N((above + below) * N(weights.side) + own * N(weights.middle));
}

template <class At> auto down(const At& at, GradientWeights weights) {
    using N = decltype(at(0, 0));
    const auto row = [&](int j) { return N((at(-1, j) + at(1, j)) * N(weights.side) + at(0, j) * N(weights.middle)); };
    return N(row(1) - row(-1));
}

Image gradientReference(const Image& input, const ParameterValues& parameters, GradientWeights weights) {
    const Kind kind = kindOf(parameters);
    const SignedResult sign = signOf(parameters);
    return mapWindows(input, borderByName(parameters.choice("border")), [=](const auto& at, auto zero) {
        using T = decltype(zero);
        if (kind == Kind::AlongX) return stored<T>(across(at, weights), sign);
        if (kind == Kind::AlongY) return stored<T>(down(at, weights), sign);
        const double x = double(across(at, weights)), y = double(down(at, weights));
        return storeSample<T>(std::sqrt(x * x + y * y));
    });
}

/// Square roots of floats are rounded differently on some devices.
Tolerance rootsOfFloats() { return {.magnitudeFactor = 1e-5}; }

/// For 8- and 16-bit samples on GPUs: a work-item computes rows of a block of words. Roots need many registers, so
/// their blocks are smaller.
KernelPass wordsPass(const PlanRequest& request, Kind kind) {
    const bool takesRoots = kind == Kind::Magnitude;
    const int words = takesRoots ? 2 : 4, rows = takesRoots ? 12 : 6;
    const Size size = request.input.size;
    const Format format = request.input.format;
    const int pixels = 4 * words / int(format.bytesPerPixel());
    KernelPass pass = kernelPass(request, {"small_window", "small_window_words"});
    addDefines(pass, {{"BLOCK_WORDS", words}, {"ROWS", rows}, {"ALIGNED", size.width % pixels == 0}});
    pass.defines.push_back(borderDefine(request.parameters.choice("border")));
    pass.global = coverBlocks(size, {pixels, rows}, request.workgroup);
    return pass;
}

Plan windowPlan(const PlanRequest& request, Kind kind, std::initializer_list<std::pair<const char*, int>> weights) {
    // rusticl took minutes to build the segments of 16 samples for a CPU, and seconds for the words of a GPU.
    const bool isHost = fillsVectors(request.device);
    // The two rows above are loaded once for so many.
    const int hostRows = request.input.format.type == SampleType::U8 ? 32 : 16;
    KernelPass pass =
        isHost || !request.input.format.isInteger()
            ? borderedSegmentsPass(request, {"small_window", "small_window_segments"}, isHost ? hostRows : 32)
            : wordsPass(request, kind);
    addDefines(pass, {{"KIND", int(kind)}, {"SIGN_RULE", int(signOf(request.parameters))}});
    addGain(pass, request);
    for (const auto& [name, value] : weights)
        pass.defines.push_back({name, std::to_string(value)});
    pass.operations = 9 * colourSamples(request.input);
    return singlePass(std::move(pass));
}

Variant segmentsVariant(const Tolerance& tolerance, MakePlan plan) {
    return Variant{
        .id = "segments",
        .label = "Segments of pixels",
        .idea = "Each work-item computes several rows of a segment of neighbouring pixels with vectors. Values that "
                "several results need stay in registers.",
        .tolerance = tolerance,
        .plan = std::move(plan),
    };
}

std::vector<Parameter> gradientParameters() {
    return {choiceParameter("direction", "Direction", {{"x", "Along x"}, {"y", "Along y"}, {"magnitude", "Magnitude"}},
                            "magnitude",
                            "The derivative along x (vertical edges), along y, or the length of the gradient, "
                            "sqrt(x^2 + y^2)."),
            signParameter(), borderParameter()};
}

Image laplaceReference(const Image& input, const ParameterValues& parameters) {
    const LaplaceWeights weights = weightsOf(parameters);
    const SignedResult sign = signOf(parameters);
    const int gain = gainOf(parameters);
    return mapWindows(input, borderByName(parameters.choice("border")), [=](const auto& at, auto zero) {
        using N = decltype(at(0, 0));
        // A weight of 0 hides its samples, even NaN.
        N neighbours{};
        if (weights.edge != 0) neighbours += ((at(0, -1) + at(0, 1)) + (at(-1, 0) + at(1, 0))) * N(weights.edge);
        if (weights.corner != 0) neighbours += ((at(-1, -1) + at(1, -1)) + (at(-1, 1) + at(1, 1))) * N(weights.corner);
        const N sum = neighbours - at(0, 0) * N(weights.centre);
        return stored<decltype(zero)>(sum * N(gain), sign);
    });
}

Plan laplacePlan(const PlanRequest& request) {
    const LaplaceWeights weights = weightsOf(request.parameters);
    return windowPlan(request, Kind::Laplacian,
                      {{"EDGE", weights.edge}, {"CORNER", weights.corner}, {"CENTRE", weights.centre}});
}

Locality neighboursOnly(const ParameterValues& parameters) { return windowLocality(1, parameters); }

/// A filter of first derivatives, without summary and doc.
Filter gradientFilter(const std::string& id, GradientWeights weights) {
    return {
        .id = id,
        .group = "Edges",
        .synonyms = {"edge", "gradient", "derivative"},
        .parameters = gradientParameters(),
        .locality = neighboursOnly,
        .reference = [=](const Image& input,
                         const ParameterValues& parameters) { return gradientReference(input, parameters, weights); },
        .variants = {segmentsVariant(rootsOfFloats(),
                                     [=](const PlanRequest& request) {
                                         return windowPlan(request, kindOf(request.parameters),
                                                           {{"SIDE", weights.side}, {"MIDDLE", weights.middle}});
                                     })},
        .choices = borderedSegmentsChoices(),
    };
}

} // namespace

Filter sobel() {
    Filter filter = gradientFilter("sobel", {1, 2});
    filter.summary = "Shows edges: the slope of the brightness, by Sobel's matrices.";
    filter.doc =
        "Computes derivatives of the brightness by Sobel's matrices: x = [-1 0 1; -2 0 2; -1 0 1], y its transpose. "
        "They are not normalized: a ramp of one step per pixel gives 8 steps (OpenCV's Sobel with ksize 3; Sobel and "
        "Feldman 1968). Magnitudes are rounded once; they are never negative, so `sign` does not change them, and "
        "offset adds nothing. Each colour channel is filtered by itself; alpha is copied.";
    return filter;
}

Filter scharr() {
    Filter filter = gradientFilter("scharr", {3, 10});
    filter.summary =
        "Shows edges: the slope of the brightness, by Scharr's matrices, which treat all directions almost alike.";
    filter.doc = "Computes derivatives of the brightness by Scharr's matrices: x = [-3 0 3; -10 0 10; -3 0 3], y its "
                 "transpose. Their magnitude hardly depends on the direction of an edge. They are not normalized: a "
                 "ramp of one step per pixel gives 32 steps (OpenCV's Scharr; Scharr 2000). Magnitudes are rounded "
                 "once; they are never negative, so `sign` does not change them, and offset adds nothing. Each colour "
                 "channel is filtered by itself; alpha is copied.";
    return filter;
}

Filter prewitt() {
    Filter filter = gradientFilter("prewitt", {1, 1});
    filter.summary = "Shows edges: the slope of the brightness, by Prewitt's matrices, which weight all rows alike.";
    filter.doc =
        "Computes derivatives of the brightness by Prewitt's matrices: x = [-1 0 1; -1 0 1; -1 0 1], y its transpose. "
        "They are not normalized: a ramp of one step per pixel gives 6 steps (SciPy's ndimage.prewitt; Prewitt 1970). "
        "Magnitudes are rounded once; they are never negative, so `sign` does not change them, and offset adds "
        "nothing. Each colour channel is filtered by itself; alpha is copied.";
    return filter;
}

Filter laplacian() {
    return {
        .id = "laplacian",
        .group = "Edges",
        .summary = "Shows where the brightness bends: fine lines, spots and both sides of edges.",
        .synonyms = {"edge", "laplace", "second derivative", "sharpen"},
        .doc = "Computes the sum of the second derivatives, d2/dx2 + d2/dy2, in steps of a sample, by one of three 3 x "
               "3 matrices. Each colour channel is filtered by itself; alpha is copied.",
        .parameters = {choiceParameter(
                           "window", "Window",
                           {{"four", "Four neighbours"}, {"eight", "Eight neighbours"}, {"diagonal", "Diagonal"}},
                           "four",
                           "four: [0 1 0; 1 -4 1; 0 1 0], OpenCV's Laplacian with ksize 1. eight: [1 1 1; "
                           "1 -8 1; 1 1 1]. diagonal: [2 0 2; 0 -8 0; 2 0 2], OpenCV's with ksize 3."),
                       gainParameter(), signParameter(), borderParameter()},
        .locality = neighboursOnly,
        .reference = laplaceReference,
        .variants = {segmentsVariant(exactly(), laplacePlan)},
        .choices = borderedSegmentsChoices(),
    };
}

} // namespace lightbench::filters
