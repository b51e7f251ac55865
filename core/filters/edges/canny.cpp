// canny: Canny's edge detector (1986): gradients, non-maximum suppression and hysteresis.
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "core/base/parallel.h"
#include "core/device/device_traits.h"
#include "core/filters/windows/bordered_segments.h"
#include "core/framework/bordered_samples.h"
#include "core/framework/filter.h"
#include "core/framework/plan.h"
#include "core/image/eight_bit_unit.h"

namespace lightbench::filters {

namespace {

bool isEuclidean(const ParameterValues& parameters) { return parameters.choice("norm") == "l2"; }

/// The thresholds for lengths in the samples' units; the lower one first.
struct Thresholds {
    float low, high;
};
Thresholds thresholdsOf(const ParameterValues& parameters, SampleType type) {
    const auto [low, high] = std::minmax({parameters.integer("low"), parameters.integer("high")});
    return {inSampleUnits(low, type), inSampleUnits(high, type)};
}

template <class N> struct Slopes {
    N x = 0, y = 0;
    N length(bool euclidean) const { return euclidean ? x * x + y * y : (x < 0 ? -x : x) + (y < 0 ? -y : y); }
};

template <class T> Slopes<WindowSum<T>> slopesAt(const BorderedSamples<T>& samples, int x, int y, int c) {
    using N = WindowSum<T>;
    const auto at = [&](int i, int j) { return N(samples(x + i, y + j, c)); };
    const N across = ((at(1, -1) - at(-1, -1)) + (at(1, 1) - at(-1, 1))) + (at(1, 0) - at(-1, 0)) * N(2);
    const N above = (at(-1, -1) + at(1, -1)) + at(0, -1) * N(2), below = (at(-1, 1) + at(1, 1)) + at(0, 1) * N(2);
    return {across, below - above};
}

/// One value per pixel; 0 beyond the edge.
template <class V> struct PerPixel {
    Size size;
    std::vector<V> values = std::vector<V>(size.area());
    V& at(int x, int y) { return values[std::size_t(y) * std::size_t(size.width) + std::size_t(x)]; }
    V orZero(int x, int y) const {
        if (x < 0 || y < 0 || x >= size.width || y >= size.height) return {};
        return values[std::size_t(y) * std::size_t(size.width) + std::size_t(x)];
    }
};

/// True if the length is the largest across the edge (non-maximum suppression). The edge has one of four directions,
/// by the tangents of 22.5 and 67.5 degrees in 32768ths, as OpenCV rounds them.
template <class N> bool isMaximum(Slopes<N> own, const PerPixel<N>& lengths, int x, int y) {
    const N length = lengths.orZero(x, y), across = own.x < 0 ? -own.x : own.x;
    const N down = (own.y < 0 ? -own.y : own.y) * N(32768), flat = across * N(13573);
    if (down < flat) return length > lengths.orZero(x - 1, y) && length >= lengths.orZero(x + 1, y);
    if (down > flat + across * N(65536)) return length > lengths.orZero(x, y - 1) && length >= lengths.orZero(x, y + 1);
    const int side = (own.x < 0) != (own.y < 0) ? -1 : 1;
    return length > lengths.orZero(x - side, y - 1) && length > lengths.orZero(x + side, y + 1);
}

/// Marks each pixel: 0 none, 1 weak, 2 strong.
template <class T> PerPixel<std::uint8_t> marksOf(const Image& input, const ParameterValues& parameters) {
    using N = WindowSum<T>;
    const bool euclidean = isEuclidean(parameters);
    const Thresholds thresholds = thresholdsOf(parameters, input.format().type);
    // With the L2 norm, lengths and thresholds are squared.
    const auto limit = [&](float threshold) { return euclidean ? N(threshold) * N(threshold) : N(threshold); };
    const N low = limit(thresholds.low), high = limit(thresholds.high);
    const BorderedSamples<T> samples(input, Border::Replicate);
    PerPixel<Slopes<N>> slopes{input.size()};
    PerPixel<N> lengths{input.size()};
    parallelRows(input.height(), [&](int y) {
        for (int x = 0; x < input.width(); ++x) {
            Slopes<N> maximum = slopesAt<T>(samples, x, y, 0);
            for (int c = 1; c < input.format().colourChannels(); ++c)
                if (const auto other = slopesAt<T>(samples, x, y, c);
                    other.length(euclidean) > maximum.length(euclidean))
                    maximum = other;
            slopes.at(x, y) = maximum;
            lengths.at(x, y) = maximum.length(euclidean);
        }
    });
    PerPixel<std::uint8_t> marks{input.size()};
    parallelRows(input.height(), [&](int y) {
        for (int x = 0; x < input.width(); ++x)
            if (lengths.at(x, y) > low && isMaximum<N>(slopes.at(x, y), lengths, x, y))
                marks.at(x, y) = lengths.at(x, y) > high ? 2 : 1;
    });
    return marks;
}

/// Weak marks that are connected to a strong one become strong (hysteresis).
void spread(PerPixel<std::uint8_t>& marks) {
    std::vector<std::pair<int, int>> open;
    for (int y = 0; y < marks.size.height; ++y)
        for (int x = 0; x < marks.size.width; ++x)
            if (marks.at(x, y) == 2) open.emplace_back(x, y);
    while (!open.empty()) {
        const auto [x, y] = open.back();
        open.pop_back();
        for (int j = y - 1; j <= y + 1; ++j)
            for (int i = x - 1; i <= x + 1; ++i)
                if (marks.orZero(i, j) == 1) {
                    marks.at(i, j) = 2;
                    open.emplace_back(i, j);
                }
    }
}

/// Rows that a work-item processes from top to bottom to find maxima.
constexpr int stripRows = 16;

Image cannyReference(const Image& input, const ParameterValues& parameters) {
    Image output(oneChannelShape(input.shape()));
    withSampleType(input.format().type, [&](auto zero) {
        using T = decltype(zero);
        PerPixel<std::uint8_t> marks = marksOf<T>(input, parameters);
        spread(marks);
        for (int y = 0; y < input.height(); ++y)
            for (int x = 0; x < input.width(); ++x)
                output.row<T>(y)[x] = marks.at(x, y) == 2 ? T(input.format().fullScale()) : T(0);
    });
    return output;
}

/// CPUs find marks in vectors if 32-bit numbers suffice.
bool marksInVectors(const PlanRequest& request) {
    const Format format = request.input.format;
    return isCpuDevice(request.device) && format.channels == 1 && format.type != SampleType::U16;
}

/// A pass with this many work-items.
KernelPass cannyPass(const PlanRequest& request, const std::string& kernel, Size items, std::uint64_t bytes,
                     std::vector<NamedArgument> arguments) {
    KernelPass pass = kernelPass(request, {"canny", "canny_" + kernel}, oneChannelShape(request.input).format);
    addDefines(pass, {{"L2", isEuclidean(request.parameters)}, {"STRIP_ROWS", stripRows}});
    if (marksInVectors(request)) pass.defines.push_back({"VECTORS", "1"});
    pass.global = coverGlobal(items, request.workgroup);
    pass.arguments = std::move(arguments);
    pass.bytes = bytes;
    pass.operations = request.input.size.area();
    return pass;
}

/// Marks are bits in words of 32 pixels of a row. A word has at most 16 weak runs; label 0 stands for everything
/// strong.
Plan cannyPlan(const PlanRequest& request) {
    const auto [width, height] = request.input.size;
    const int words = divideUp(width, 32);
    const std::uint64_t wordCount = std::uint64_t(words) * std::uint64_t(height), bits = wordCount * 4;
    const Thresholds thresholds = thresholdsOf(request.parameters, request.input.format.type);
    Plan plan;
    const NamedArgument candidates{"candidates", plan.addScratch("candidates", bits)};
    const NamedArgument strong{"strong", plan.addScratch("strong", bits)};
    const NamedArgument parent{"parent", plan.addScratch("parents", (wordCount * 16 + 1) * 4)};
    const NamedArgument rows{"height", height}, across{"words", words};
    const bool inVectors = marksInVectors(request);
    plan.passes = {cannyPass(request, inVectors ? "vectors" : "marks",
                             {(inVectors ? 2 : 4) * words, divideUp(height, stripRows)},
                             request.input.bytes() + 2 * bits,
                             {{"src", inputBuffer()},
                              candidates,
                              strong,
                              {"width", width},
                              rows,
                              {"pitch", 4 * words},
                              {"low", thresholds.low},
                              {"high", thresholds.high}}),
                   cannyPass(request, "begin", {words, height}, 2 * bits, {candidates, strong, parent, across, rows}),
                   cannyPass(request, "join", {words, height}, 2 * bits, {candidates, strong, parent, across, rows}),
                   cannyPass(request, "finish", {words, height}, 2 * bits + oneChannelShape(request.input).bytes(),
                             {candidates, strong, parent, {"dst", outputBuffer()}, across, {"width", width}, rows})};
    return plan;
}

std::vector<Parameter> parameters() {
    constexpr const char* unit = " It is a length of Sobel's slope on the 8-bit scale: it is multiplied by 257 for "
                                 "16-bit images, divided by 255 for float ones.";
    return {integerParameter("low", "Low threshold", "", 0, 2040, 1, 50,
                             std::string("The slope of a candidate for an edge exceeds it.") + unit),
            integerParameter("high", "High threshold", "", 0, 2040, 1, 150,
                             std::string("The slope of each edge must exceed it at one pixel at least. If it is lower "
                                         "than `low`, the two are exchanged.") +
                                 unit),
            choiceParameter("norm", "Norm", {{"l1", "|x| + |y|"}, {"l2", "Euclidean"}}, "l1",
                            "The length of a slope: |x| + |y|, or sqrt(x^2 + y^2) (OpenCV's L2gradient).")};
}

} // namespace

Filter canny() {
    return {
        .id = "canny",
        .group = "Edges",
        .summary = "Draws thin white lines along edges.",
        .synonyms = {"edge", "contour", "outline", "hysteresis"},
        .doc = "Finds thin edges. The result has one channel: full scale on edges, and 0 elsewhere. Slopes are "
               "computed by Sobel's matrices; in colour images, the channel with the longest slope counts. A candidate "
               "is a pixel whose slope exceeds `low` and is the longest across the edge (non-maximum suppression). "
               "Edges have one of four directions. The edges are all candidates that are connected, by eight "
               "neighbours, to one that exceeds `high` (hysteresis). The result equals OpenCV's Canny with aperture 3, "
               "sample for sample (Canny 1986). Beyond the border, the nearest pixel repeats.",
        .parameters = parameters(),
        .outputShape = oneChannelShape,
        .reference = cannyReference,
        .variants = {Variant{
            .id = "union-find",
            .label = "Union-find",
            .idea = "Four passes are enough for any image: no pass repeats until nothing changes. Candidates are "
                    "stored as bits, 32 to a word. Connected candidates are united by atomic minima in a forest (after "
                    "Playne and Hawick 2018). Its nodes are the runs of a word that have no strong pixel.",
            .plan = cannyPlan,
            .communication = Communication::AcrossWorkgroups,
        }},
        .choices = borderedSegmentsChoices(),
    };
}

} // namespace lightbench::filters
