// bilateral: averages neighbours of similar colour, which keeps edges.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <type_traits>
#include <vector>

#include "core/base/parallel.h"
#include "core/base/rounding.h"
#include "core/device/device_traits.h"
#include "core/filters/windows/bordered_segments.h"
#include "core/framework/bordered_samples.h"
#include "core/framework/filter.h"
#include "core/framework/plain_variant.h"
#include "core/framework/tuning_parameters.h"
#include "core/image/colour_samples.h"

namespace lightbench::filters {

namespace {

/// Factors of the squared colour difference (in sample units) and the squared distance in the weights' exponent.
struct Exponents {
    double colour, space;
};
Exponents exponentsOf(const ParameterValues& parameters, Format format) {
    const double unit = format.fullScale() / 255, colour = parameters.real("sigma-color") * unit;
    const double space = parameters.real("sigma-space");
    return {-0.5 / (colour * colour), -0.5 / (space * space)};
}

int radiusOf(const ParameterValues& parameters) { return parameters.integer("d") / 2; }

/// The weight of a colour difference; a look-up table for integer samples.
template <class T> class ColourWeights {
public:
    ColourWeights(int colours, double exponent) : exponent_(exponent) {
        if constexpr (looksUp)
            for (int d = 0; d <= colours * int(std::numeric_limits<T>::max()); ++d)
                table_.push_back(weigh(d));
    }
    double operator()(double distance) const { return looksUp ? table_[std::size_t(distance)] : weigh(distance); }

private:
    static constexpr bool looksUp = std::is_integral_v<T> && sizeof(T) <= 2;
    double weigh(double distance) const { return std::exp(distance * distance * exponent_); }
    double exponent_;
    std::vector<double> table_;
};

/// The neighbours of a pixel with their distance weights.
struct Neighbour {
    int x, y;
    double weight;
};
std::vector<Neighbour> neighbours(int radius, double exponent) {
    std::vector<Neighbour> all;
    for (int j = -radius; j <= radius; ++j)
        for (int i = -radius; i <= radius; ++i)
            if (i * i + j * j <= radius * radius) all.push_back({i, j, std::exp((i * i + j * j) * exponent)});
    return all;
}

/// The weighted means of a pixel's colours.
template <class T> void means(const BorderedSamples<T>& at, int x, int y, const std::vector<Neighbour>& window,
                              const ColourWeights<T>& colourWeights, std::span<double> colours) {
    double weights = 0;
    std::ranges::fill(colours, 0.0);
    for (const Neighbour& one : window) {
        double distance = 0;
        for (int k = 0; k < int(colours.size()); ++k)
            distance += std::abs(double(at(x + one.x, y + one.y, k)) - double(at(x, y, k)));
        const double weight = colourWeights(distance) * one.weight;
        for (int k = 0; k < int(colours.size()); ++k)
            colours[std::size_t(k)] += weight * double(at(x + one.x, y + one.y, k));
        weights += weight;
    }
    for (double& colour : colours)
        colour /= weights;
}

Image bilateralReference(const Image& input, const ParameterValues& parameters) {
    const int channels = input.channels(), colours = input.format().colourChannels();
    const Exponents exponents = exponentsOf(parameters, input.format());
    const std::vector<Neighbour> window = neighbours(radiusOf(parameters), exponents.space);
    Image output(input.shape());
    withSampleType(input.format().type, [&](auto zero) {
        using T = decltype(zero);
        const BorderedSamples<T> at(input, borderByName(parameters.choice("border")));
        const ColourWeights<T> weights(colours, exponents.colour);
        parallelRows(input.height(), [&](int y) {
            std::vector<double> row(std::size_t(input.width() * channels));
            for (int x = 0; x < input.width(); ++x)
                means<T>(at, x, y, window, weights,
                         std::span(row).subspan(std::size_t(x * channels), std::size_t(colours)));
            fillColours<T>(input, output, y, [&](std::size_t s) { return storeSample<T>(row[s]); });
        });
    });
    return output;
}

/// For each pixel of the disc: a difference of each colour and their sum, two for the exponent, the power of two, and
/// the sums of weights and of weighted colours. Alpha is copied.
std::uint64_t bilateralOperations(const PlanRequest& request) {
    const int radius = radiusOf(request.parameters);
    const std::uint64_t disc = neighbours(radius, 0).size(),
                        colours = std::uint64_t(request.input.format.colourChannels());
    return request.input.size.area() * disc * (4 * colours + 3);
}

Plan segmentsPlan(const PlanRequest& request) {
    const int radius = radiusOf(request.parameters);
    const Exponents exponents = exponentsOf(request.parameters, request.input.format);
    KernelPass pass = borderedSegmentsPass(request, "bilateral/segments", 1);
    addArguments(pass, {{"radius", radius},
                        {"colour", float(exponents.colour * std::numbers::log2e)},
                        {"space", float(exponents.space * std::numbers::log2e)}});
    pass.operations = bilateralOperations(request);
    if (isCpuDevice(request.device) && request.input.format.channels == 4) {
        const Size size = request.input.size;
        pass.kernel = "bilateral_colours";
        pass.global = coverBlocks(size, {16, 1}, request.workgroup);
    }
    return singlePass(std::move(pass));
}

/// The tuning parameters of variant blocks.
struct BilateralTuning {
    int blockRows = 1;
    bool rowsUnrolled = false; ///< of the window
};
constexpr auto fields(const BilateralTuning*) {
    using T = BilateralTuning;
    return FieldList{Field{"block-rows", &T::blockRows}, Field{"rows-unrolled", &T::rowsUnrolled}};
}

Plan blocksPlan(const PlanRequest& request) {
    const auto tuning = tuningOf<BilateralTuning>(request);
    const int radius = radiusOf(request.parameters), rows = tuning.blockRows;
    const Size size = request.input.size;
    const Format format = request.input.format;
    const Exponents exponents = exponentsOf(request.parameters, format);
    KernelPass pass = kernelPass(request, "bilateral/blocks");
    pass.defines.push_back(borderDefine(request.parameters.choice("border")));
    addDefines(pass, {{"RADIUS", radius}});
    addTuning(pass, tuning);
    addDefines(pass, {{"ALIGNED", size.width % 4 == 0}});
    pass.defines.push_back(packedDefine(request.device));
    pass.global = coverBlocks(size, {4, rows}, request.workgroup);
    pass.arguments = {{"src", inputBuffer()},
                      {"dst", outputBuffer()},
                      {"width", size.width},
                      {"height", size.height},
                      {"unit", float(std::sqrt(-exponents.colour * std::numbers::log2e))},
                      {"space", float(exponents.space * std::numbers::log2e)}};
    pass.operations = bilateralOperations(request);
    return singlePass(std::move(pass));
}

Plan plainBilateralPlan(const PlanRequest& request) {
    const Exponents exponents = exponentsOf(request.parameters, request.input.format);
    KernelPass pass = plainPass(request, "bilateral", request.input.format, 0);
    pass.defines.push_back(borderDefine(request.parameters.choice("border")));
    addArguments(pass, {{"radius", radiusOf(request.parameters)},
                        {"colour", float(exponents.colour)},
                        {"space", float(exponents.space)}});
    pass.operations = bilateralOperations(request);
    return singlePass(std::move(pass));
}

ChoiceTable bilateralChoices() {
    return mergedChoices(
        {{.devices = {DeviceClass::Gpu},
          .variant = "blocks",
          .workgroup = Workgroup{16, 8},
          .measured = "H200, 2026-11-23, 8192 x 8192, 8-bit, d = 9: gray: 0.993 ms, 32x4 1.009 ms, segments 2.08 "
                      "ms; RGBA: 2.00 ms, 32x4 2.03 ms, segments 5.04 ms"},
         {.variant = "segments"},
         {.devices = {DeviceClass::Gpu},
          .channels = 1,
          .where = {{.name = "d", .maximum = 9}},
          .variant = "blocks",
          .tuning = {{"block-rows", 1}, {"rows-unrolled", 1}},
          .measured = "H200, 2026-11-22, 8192 x 8192, gray 8-bit, d = 9: 0.975 ms, two rows 1.08 ms"},
         {.variant = "blocks",
          .tuning = {{"block-rows", 2}, {"rows-unrolled", 0}},
          .measured = "H200, 2026-11-22, 8192 x 8192, RGBA 8-bit, d = 9: 1.99 ms, one row 2.24 ms, unrolled 2.17 ms"}},
        borderedSegmentsChoices());
}

/// Weights are floats, and powers of two differ between devices.
Tolerance bilateralTolerance() {
    return {.maxSteps = 1, .maxShare = 0.002, .maxShare16 = 0.1, .magnitudeFactor = 1e-5};
}

std::vector<Parameter> bilateralParameters() {
    return {
        integerParameter("d", "Diameter", "px", 3, 31, 2, 9, "Diameter of the neighbourhood, which is a disc; odd."),
        logarithmic(realParameter("sigma-color", "Colour sigma", "", 1, 255, 1, 50,
                                  "How much samples may differ. It is the standard deviation of the Gaussian of the "
                                  "difference, on the 8-bit scale (255 is full scale in any format).")),
        logarithmic(realParameter("sigma-space", "Space sigma", "px", 0.1, 50, 0.1, 3,
                                  "Standard deviation of the Gaussian of the distance.")),
        borderParameter()};
}

} // namespace

Filter bilateral() {
    return {
        .id = "bilateral",
        .group = "Blur and sharpen",
        .summary = "Smooths areas and keeps edges: only neighbours of similar colour count.",
        .synonyms = {"blur", "denoise", "edge-preserving", "noise", "smoothing"},
        .doc = "Each pixel p becomes the weighted mean of the pixels q with |q - p| <= (d - 1) / 2. The weight is "
               "exp(-|q - p|^2 / (2 sigma-space^2)) exp(-D^2 / (2 sigma-color^2)). D is the sum of the absolute "
               "differences in red, green and blue. The result is rounded once (Tomasi and Manduchi 1998, as in "
               "OpenCV's bilateralFilter). Alpha is copied.",
        .parameters = bilateralParameters(),
        .locality = [](const ParameterValues& values) { return windowLocality(radiusOf(values), values); },
        .reference = bilateralReference,
        .variants =
            {
                Variant{
                    .id = "segments",
                    .label = "Segments of pixels",
                    .idea = "Each work-item computes a segment of neighbouring pixels with vectors. One power of two "
                            "gives the product of both Gaussians. CPUs compute it by arithmetic, once for all channels "
                            "of a pixel.",
                    .tolerance = bilateralTolerance(),
                    .plan = segmentsPlan,
                },
                Variant{
                    .id = "blocks",
                    .label = "Blocks of pixels",
                    .idea = "Each work-item computes a block of pixels from samples in registers. The samples are "
                            "scaled before, so that a weight costs one difference, one product and one power of two.",
                    .tolerance = bilateralTolerance(),
                    .plan = blocksPlan,
                    .tuning = tuningNames<BilateralTuning>(),
                    .fallbackVariant = "segments",
                },
                plainVariant("Each work-item makes the weighted mean of the pixels in its disc, with an "
                             "exponential function for each.",
                             plainBilateralPlan, bilateralTolerance(), whileQuick([](const PlanRequest& request) {
                                 return double(bilateralOperations(request)) / double(request.input.size.area());
                             })),
            },
        .choices = bilateralChoices(),
    };
}

} // namespace lightbench::filters
