// Plans and references of 3 x 3 derivatives. The reference adds floats in the kernels' order, so that all results
// except roots are bit-identical.
#include "core/filters/edges/small_window.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "core/base/parallel.h"
#include "core/base/rounding.h"
#include "core/device/device_traits.h"
#include "core/filters/edges/gain.h"
#include "core/filters/edges/signed_result.h"
#include "core/filters/windows/bordered_segments.h"
#include "core/framework/bordered_samples.h"
#include "core/framework/plan.h"
#include "core/image/colour_samples.h"

namespace lightbench {

namespace {

template <class T> WindowSum<T> halfScale() {
    if constexpr (std::is_floating_point_v<T>)
        return 0.5f;
    else
        return std::int64_t(std::numeric_limits<T>::max() / 2 + 1);
}

/// Computes every colour sample as value(at), where at(i, j) is the sample i columns to the right and j rows down.
template <class Value> Image mapWindows(const Image& input, Border border, Value value) {
    Image output(input.shape());
    const int channels = input.channels();
    withSampleType(input.format().type, [&](auto zero) {
        using T = decltype(zero);
        const BorderedSamples<T> samples(input, border);
        parallelRows(input.height(), [&](int y) {
            fillColours<T>(input, output, y, [&](std::size_t s) {
                const int x = int(s) / channels, c = int(s) % channels;
                return value([&](int i, int j) { return WindowSum<T>(samples(x + i, y + j, c)); }, zero);
            });
        });
    });
    return output;
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
    KernelPass pass;
    pass.kernel = "small_window_words";
    pass.defines = formatDefines(format, format);
    pass.defines.insert(pass.defines.end(), {{"BLOCK_WORDS", std::to_string(words)},
                                             {"ROWS", std::to_string(rows)},
                                             {"ALIGNED", size.width % pixels == 0 ? "1" : "0"},
                                             borderDefine(request.parameters.choice("border"))});
    pass.global = coverGlobal({(size.width + pixels - 1) / pixels, (size.height + rows - 1) / rows}, request.workgroup);
    pass.local = request.workgroup;
    pass.arguments = {{"src", inputBuffer()}, {"dst", outputBuffer()}, {"width", size.width}, {"height", size.height}};
    pass.bytes = 2 * request.input.bytes();
    return pass;
}

Plan windowPlan(const PlanRequest& request, Kind kind, std::initializer_list<std::pair<const char*, int>> weights) {
    // rusticl took minutes to build the segments of 16 samples for a CPU, and seconds for the words of a GPU.
    const bool isHost = fillsVectors(request.device);
    // The two rows above are loaded once for so many.
    const int hostRows = request.input.format.type == SampleType::U8 ? 32 : 16;
    KernelPass pass = isHost || !request.input.format.isInteger()
                          ? borderedSegmentsPass(request, "small_window_segments", isHost ? hostRows : 32)
                          : wordsPass(request, kind);
    pass.program = "small_window";
    pass.defines.push_back({"KIND", std::to_string(int(kind))});
    pass.defines.push_back({"SIGNED", std::to_string(int(signOf(request.parameters)))});
    addGain(pass, request);
    for (const auto& [name, value] : weights)
        pass.defines.push_back({name, std::to_string(value)});
    pass.operations = request.input.size.area() * std::uint64_t(request.input.format.colourChannels() * 9);
    return singlePass(std::move(pass));
}

Variant segmentsVariant(const Tolerance& tolerance, MakePlan plan) {
    return Variant{
        .id = "segments",
        .label = "Segments of pixels",
        .idea =
            "Each work-item computes several rows of a segment of neighbouring pixels with vectors, and keeps values "
            "that the three rows share in registers.",
        .tolerance = tolerance,
        .workgroups = areaOrDriverChosenWorkgroups(),
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

} // namespace

Filter gradientFilter(const std::string& id, const std::string& label, GradientWeights weights) {
    Filter filter;
    filter.id = id;
    filter.label = label;
    filter.group = "Edges";
    filter.synonyms = {"edge", "gradient", "derivative"};
    filter.locality = [](const ParameterValues& parameters) { return windowLocality(1, parameters); };
    filter.parameters = gradientParameters();
    filter.accepts = {SampleType::U8, SampleType::U16, SampleType::F32};
    filter.reference = [=](const Image& input, const ParameterValues& parameters) {
        return gradientReference(input, parameters, weights);
    };
    filter.variants = {segmentsVariant(rootsOfFloats(), [=](const PlanRequest& request) {
        return windowPlan(request, kindOf(request.parameters), {{"SIDE", weights.side}, {"MIDDLE", weights.middle}});
    })};
    filter.choices = borderedSegmentsChoices();
    return filter;
}

std::vector<Variant> laplaceVariants(LaplaceWeights (*weightsOf)(const ParameterValues&)) {
    return {segmentsVariant(exactly(), [=](const PlanRequest& request) {
        const LaplaceWeights weights = weightsOf(request.parameters);
        return windowPlan(request, Kind::Laplacian,
                          {{"EDGE", weights.edge}, {"CORNER", weights.corner}, {"CENTRE", weights.centre}});
    })};
}

Image laplaceReference(const Image& input, const ParameterValues& parameters, LaplaceWeights weights) {
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

} // namespace lightbench
