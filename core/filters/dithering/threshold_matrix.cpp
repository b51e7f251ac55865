#include "core/filters/dithering/threshold_matrix.h"

#include <algorithm>
#include <cmath>

#include "core/base/parallel.h"
#include "core/device/device_traits.h"
#include "core/filters/dithering/palette.h"
#include "core/framework/colour_rows.h"
#include "core/framework/plain_variant.h"
#include "core/framework/plan.h"
#include "core/image/colour_samples.h"
#include "core/image/even_levels.h"

namespace lightbench {

namespace {
/// By rank r, the least remainder that is rounded up: M (2 n - 2 r - 1) / (2 n), rounded up.
std::vector<std::int32_t> thresholds(const RankMatrix& matrix, int max) {
    const std::int64_t n = std::int64_t(matrix.ranks.size());
    std::vector<std::int32_t> minimum;
    for (int rank : matrix.ranks)
        minimum.push_back(std::int32_t((max * (2 * n - 2 * rank - 1) + 2 * n - 1) / (2 * n)));
    return minimum;
}

/// The tables that the reference and the kernels use.
struct Tables {
    int side, steps;
    std::vector<std::int32_t> thresholds, levels;
};

Tables tablesOf(const RankMatrix& matrix, const ParameterValues& parameters, Format format) {
    const int max = int(format.fullScale()), levels = parameters.integer("levels");
    return {matrix.side, levels - 1, thresholds(matrix, max), evenLevels(levels, max)};
}

Image dithered(const Image& input, const Tables& tables) {
    const int max = int(input.format().fullScale()), channels = input.channels();
    return mapColourRows(input, [&](auto zero, int y, const auto& fill) {
        using T = decltype(zero);
        const std::int32_t* row = tables.thresholds.data() + y % tables.side * tables.side;
        fill([&](std::size_t i) {
            const int scaled = int(input.row<T>(y)[i]) * tables.steps;
            const bool isLifted = scaled % max >= row[int(i) / channels % tables.side];
            return T(tables.levels[std::size_t(scaled / max + isLifted)]);
        });
    });
}

/// The tables for floats: biases that are added before truncation, and the values of the levels.
struct FloatTables {
    int side, steps;
    std::vector<float> shares, levels;
};

FloatTables floatTablesOf(const RankMatrix& matrix, const ParameterValues& parameters) {
    FloatTables tables{matrix.side, parameters.integer("levels") - 1, {}, {}};
    for (int rank : matrix.ranks)
        tables.shares.push_back(float(2 * rank + 1) / float(2 * matrix.ranks.size()));
    for (int k = 0; k <= tables.steps; ++k)
        tables.levels.push_back(float(double(k) / tables.steps));
    return tables;
}

/// Clamps; NaN counts as 0.
float limited(float value) { return std::fmin(std::fmax(value, 0.0f), 1.0f); }

Image ditheredFloats(const Image& input, const FloatTables& tables) {
    Image output(input.shape());
    parallelRows(input.height(), [&](int y) {
        const float* row = tables.shares.data() + y % tables.side * tables.side;
        fillColours<float>(input, output, y, [&](std::size_t i) {
            const float share = row[int(i) / input.channels() % tables.side];
            return tables.levels[std::size_t(limited(input.row<float>(y)[i]) * float(tables.steps) + share)];
        });
    });
    return output;
}

/// The bias of each matrix cell, which is added to samples: floor(spread (2 r + 1 - n) / (2 n)).
std::vector<std::int32_t> biases(const RankMatrix& matrix, const ParameterValues& parameters, SampleType type) {
    const std::int64_t n = std::int64_t(matrix.ranks.size());
    const std::int64_t spread = parameters.integer("spread") * (type == SampleType::U16 ? 257 : 1);
    std::vector<std::int32_t> all;
    for (int rank : matrix.ranks) {
        const std::int64_t dividend = spread * (2 * rank + 1 - n);
        all.push_back(std::int32_t(dividend / (2 * n) - (dividend % (2 * n) < 0 ? 1 : 0)));
    }
    return all;
}

/// The biases for floats, in 0..1 and not rounded.
std::vector<float> floatBiases(const RankMatrix& matrix, const ParameterValues& parameters) {
    const double n = double(matrix.ranks.size()), spread = parameters.integer("spread") / 255.0;
    std::vector<float> all;
    for (int rank : matrix.ranks)
        all.push_back(float(spread * (2 * rank + 1 - n) / (2 * n)));
    return all;
}

/// `bias`: one per matrix cell; `limit` clamps to 0 and full scale.
template <class T, class Number, class Limit> Image toPalette(const Image& input, const ImageShape& shape,
                                                              const Palette& palette, int side,
                                                              const std::vector<Number>& bias, Limit limit) {
    const PaletteSearch<Number> search(palette, input.format().type);
    const int channels = input.channels();
    Image output(shape);
    parallelRows(input.height(), [&](int y) {
        for (int x = 0; x < input.width(); ++x) {
            const T* from = input.row<T>(y) + x * channels;
            T* to = output.row<T>(y) + x * 4;
            const Number own = bias[std::size_t(y % side * side + x % side)];
            const auto v = [&](int c) { return Number(limit(Number(from[channels == 4 ? c : 0]) + own)); };
            std::ranges::transform(search.nearest({v(0), v(1), v(2)}), to, [](Number part) { return T(part); });
            to[3] = channels == 4 ? from[3] : T(input.format().fullScale());
        }
    });
    return output;
}

Image ditheredToPalette(const Image& input, const RankMatrix& matrix, const ParameterValues& parameters) {
    const SampleType type = input.format().type;
    const ImageShape shape = ditheredShape(input.shape(), parameters);
    const PalettePtr held = paletteOf(parameters);
    const Palette& palette = *held;
    if (type == SampleType::F32)
        return toPalette<float>(input, shape, palette, matrix.side, floatBiases(matrix, parameters), limited);
    const std::vector<std::int32_t> bias = biases(matrix, parameters, type);
    const auto limit = [max = int(input.format().fullScale())](int value) { return std::clamp(value, 0, max); };
    if (type == SampleType::U16) return toPalette<std::uint16_t>(input, shape, palette, matrix.side, bias, limit);
    return toPalette<std::uint8_t>(input, shape, palette, matrix.side, bias, limit);
}

/// A table of numbers as a scratch buffer.
template <class Number> Scratch tableScratch(std::string name, const std::vector<Number>& numbers) {
    return {std::move(name), numbers.size() * sizeof(Number), bytesOf(numbers)};
}

Plan palettePlan(const PlanRequest& request, const RankMatrix& matrix) {
    const ImageShape output = ditheredShape(request.input, request.parameters);
    const SampleType type = request.input.format.type;
    const PalettePtr held = paletteOf(request.parameters);
    const Palette& palette = *held;
    const bool isFloat = type == SampleType::F32;
    const int colourCount = int(palette.colours.size());
    Plan plan;
    KernelPass& pass = plan.add(kernelPass(request, "threshold_matrix/palette", output.format));
    pass.arguments = {
        {"src", inputBuffer()},
        {"dst", outputBuffer()},
        {"biases", plan.addScratch(isFloat ? tableScratch("biases", floatBiases(matrix, request.parameters))
                                           : tableScratch("biases", biases(matrix, request.parameters, type)))},
        {"palette", plan.addScratch(isFloat ? PaletteSearch<float>(palette, type).table()
                                            : PaletteSearch<int>(palette, type).table())},
        {"colour_count", colourCount},
        {"side", matrix.side},
        {"width", output.size.width},
        {"height", output.size.height}};
    pass.operations = 8 * std::uint64_t(colourCount) * output.size.area();
    return plan;
}

/// GPUs load the thresholds of a segment as words, and the last word may extend past the row's end.
constexpr int margin = 24;

/// For GPUs: M less the least remainders. Each row continues with its first values past the last column.
template <class T> Scratch gpuBiases(const Tables& tables, int max) {
    std::vector<T> all;
    for (int y = 0; y < tables.side; ++y)
        for (int x = 0; x < tables.side + margin; ++x)
            all.push_back(T(max - tables.thresholds[std::size_t(y * tables.side + x % tables.side)]));
    return tableScratch("biases", all);
}

/// A pass from one image into another, in segments of 16 bytes.
KernelPass matrixSegmentsPass(const PlanRequest& request, const std::string& form) {
    const Format format = request.input.format;
    const int segmentPixels = 16 / int(format.bytesPerPixel());
    KernelPass pass = kernelPass(request, "threshold_matrix/" + form);
    addDefines(pass, {{"LANES", segmentPixels * format.channels}});
    pass.global = coverSegments(request.input.size.area(), segmentPixels, request.workgroup);
    pass.arguments = {{"src", inputBuffer()}, {"dst", outputBuffer()}, {"width", request.input.size.width}};
    pass.operations = 6 * request.input.samples();
    return pass;
}

Plan wordsPlan(const PlanRequest& request, const Tables& tables) {
    const Format format = request.input.format;
    const int max = int(format.fullScale());
    Plan plan;
    KernelPass& pass = plan.add(matrixSegmentsPass(request, "words"));
    addDefines(pass, {{"BIAS_STRIDE", tables.side + margin}});
    addArguments(pass,
                 {{"biases", plan.addScratch(format.type == SampleType::U8 ? gpuBiases<std::uint8_t>(tables, max)
                                                                           : gpuBiases<std::uint16_t>(tables, max))},
                  {"levels", plan.addScratch(tableScratch("levels", tables.levels))},
                  {"side", tables.side},
                  {"steps", tables.steps},
                  {"level_height", std::uint32_t(max % tables.steps == 0 ? max / tables.steps : 0)},
                  {"pixel_count", std::int32_t(request.input.size.area())}});
    addDivisor(pass, "width", request.input.size.width);
    return plan;
}

Plan segmentsPlan(const PlanRequest& request, int side, Scratch thresholds, Scratch levels) {
    Plan plan;
    KernelPass& pass = plan.add(matrixSegmentsPass(request, "segments"));
    addArguments(pass, {{"thresholds", plan.addScratch(std::move(thresholds))},
                        {"levels", plan.addScratch(std::move(levels))},
                        {"side", side},
                        {"steps", request.parameters.integer("levels") - 1},
                        {"height", request.input.size.height}});
    return plan;
}

bool hasPalette(const PlanRequest& request) { return paletteOf(request.parameters) != nullptr; }

Plan wordsPlan(const PlanRequest& request, const RankMatrix& matrix) {
    return wordsPlan(request, tablesOf(matrix, request.parameters, request.input.format));
}

Plan plainPlan(const PlanRequest& request, int side, Scratch thresholds, Scratch levels) {
    Plan plan;
    KernelPass& pass = plan.add(plainPass(request, "threshold_matrix", request.input.format, 6));
    addArguments(pass, {{"thresholds", plan.addScratch(std::move(thresholds))},
                        {"levels", plan.addScratch(std::move(levels))},
                        {"side", side},
                        {"steps", request.parameters.integer("levels") - 1}});
    return plan;
}

/// A plan with the tables for integers or for floats.
using TablesPlan = Plan (*)(const PlanRequest& request, int side, Scratch thresholds, Scratch levels);

template <TablesPlan make> Plan tablesPlan(const PlanRequest& request, const RankMatrix& matrix) {
    if (request.input.format.isInteger()) {
        const Tables tables = tablesOf(matrix, request.parameters, request.input.format);
        return make(request, matrix.side, tableScratch("thresholds", tables.thresholds),
                    tableScratch("levels", tables.levels));
    }
    const FloatTables tables = floatTablesOf(matrix, request.parameters);
    return make(request, matrix.side, tableScratch("thresholds", tables.shares), tableScratch("levels", tables.levels));
}

AppliesRule noPalette() {
    return {"it takes no palette, because it compares each channel by itself",
            [](const PlanRequest& request) { return !hasPalette(request); }};
}

std::vector<Variant> matrixVariants(MakeRankMatrix matrix) {
    const auto plan = [matrix](Plan (*make)(const PlanRequest&, const RankMatrix&)) -> MakePlan {
        return [matrix, make](const PlanRequest& request) { return make(request, matrix(request.parameters)); };
    };
    Variant plain = plainVariant("Each work-item compares the samples of a pixel with a threshold of the matrix.",
                                 plan(tablesPlan<plainPlan>));
    plain.applies = noPalette();
    return {
        Variant{
            .id = "segments",
            .idea = "Each work-item loads 16 bytes, compares them with as many thresholds of the matrix, and stores 16 "
                    "bytes: one comparison per sample.",
            .applies = noPalette(),
            .plan = plan(tablesPlan<segmentsPlan>),
        },
        Variant{
            .id = "words",
            .label = "Segments of words",
            .idea = "For GPUs: each 32-bit word holds the thresholds or samples of four or two neighbours, which are "
                    "compared at once.",
            .applies = {"it takes integers without a palette only, because it packs samples into words",
                        [](const PlanRequest& request) {
                            return request.input.format.isInteger() && !hasPalette(request);
                        }},
            .plan = plan(wordsPlan),
        },
        Variant{
            .id = "palette",
            .label = "Nearest of a palette",
            .idea = "Each work-item adds the value of the matrix to a pixel, and compares the sum with all colours of "
                    "the palette.",
            .applies = {"it takes a palette only, because it looks for the nearest colour", hasPalette},
            .plan = plan(palettePlan),
        },
        std::move(plain),
    };
}
} // namespace

Filter thresholdMatrixFilter(MakeRankMatrix matrix) {
    Filter filter;
    filter.group = "Threshold and dither";
    filter.synonyms = {"halftone", "dithering", "screening", "1 bit"};
    filter.locality = positionedPointLocality;
    filter.parameters = {
        integerParameter("levels", "Levels", "", 2, 256, 1, 2,
                         "Number of levels of each colour channel. Level k is round(k max / (levels - 1))."),
        paletteParameter(),
        integerParameter(
            "spread", "Spread", "", 0, 255, 1, 64,
            "With a palette: how much the matrix changes samples, from its smallest value to its largest, on the 8-bit "
            "scale. About the distance of neighbouring colours suits. With 0, each pixel becomes its nearest colour.")};
    filter.outputShape = ditheredShape;
    filter.check = [declared = filter.parameters](const ImageShape&, const ParameterValues& parameters) {
        checkPalette(declared, parameters, {"levels"});
    };
    filter.reference = [matrix](const Image& input, const ParameterValues& parameters) {
        if (paletteOf(parameters)) return ditheredToPalette(input, matrix(parameters), parameters);
        if (!input.format().isInteger()) return ditheredFloats(input, floatTablesOf(matrix(parameters), parameters));
        return dithered(input, tablesOf(matrix(parameters), parameters, input.format()));
    };
    filter.variants = matrixVariants(matrix);
    filter.choices = {
        {{.devices = {DeviceClass::Gpu, DeviceClass::Other}, .variant = "words"}, {.variant = "segments"}}};
    return filter;
}

} // namespace lightbench
