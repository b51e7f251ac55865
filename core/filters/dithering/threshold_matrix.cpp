// Reference and plan of the ordered dithers.
#include "core/filters/dithering/threshold_matrix.h"

#include <algorithm>

#include "core/base/parallel.h"
#include "core/filter/plan.h"
#include "core/filters/dithering/palette.h"
#include "core/image/colour_samples.h"
#include "core/image/even_levels.h"

namespace lightbench {

namespace {
/// By rank r, the least remainder that is lifted: M (2 n - 2 r - 1) / (2 n), rounded up.
std::vector<std::int32_t> thresholds(const RankMatrix& matrix, int max) {
    const std::int64_t n = std::int64_t(matrix.ranks.size());
    std::vector<std::int32_t> least;
    for (int rank : matrix.ranks)
        least.push_back(std::int32_t((max * (2 * n - 2 * rank - 1) + 2 * n - 1) / (2 * n)));
    return least;
}

/// What reference and kernels look up.
struct Tables {
    int side, steps;
    std::vector<std::int32_t> thresholds, levels;
};

Tables tablesOf(const RankMatrix& matrix, const ParameterValues& parameters, Format format) {
    const int max = int(format.fullScale()), levels = parameters.integer("levels");
    return {matrix.side, levels - 1, thresholds(matrix, max), evenLevels(levels, max)};
}

Image dithered(const Image& input, const Tables& tables) {
    Image output(input.shape());
    const int max = int(input.format().fullScale()), channels = input.channels();
    withSampleType(input.format().type, [&](auto zero) {
        using T = decltype(zero);
        parallelRows(input.height(), [&](int y) {
            const std::int32_t* row = tables.thresholds.data() + y % tables.side * tables.side;
            fillColours<T>(input, output, y, [&](std::size_t i) {
                const int scaled = int(input.row<T>(y)[i]) * tables.steps;
                const bool isLifted = scaled % max >= row[int(i) / channels % tables.side];
                return T(tables.levels[std::size_t(scaled / max + isLifted)]);
            });
        });
    });
    return output;
}

/// By place of the matrix, what is added to samples: floor(spread (2 r + 1 - n) / (2 n)).
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

Image ditheredToPalette(const Image& input, const RankMatrix& matrix, const ParameterValues& parameters) {
    const SampleType type = input.format().type;
    const PaletteSearch palette(*paletteOf(parameters), type);
    const std::vector<std::int32_t> bias = biases(matrix, parameters, type);
    const int max = int(input.format().fullScale()), channels = input.channels();
    Image output(ditheredShape(input.shape(), parameters));
    withSampleType(type, [&](auto zero) {
        using T = decltype(zero);
        parallelRows(input.height(), [&](int y) {
            for (int x = 0; x < input.width(); ++x) {
                const T* from = input.row<T>(y) + x * channels;
                T* to = output.row<T>(y) + x * 4;
                const int own = bias[std::size_t(y % matrix.side * matrix.side + x % matrix.side)];
                const auto v = [&](int c) { return std::clamp(int(from[channels == 4 ? c : 0]) + own, 0, max); };
                std::ranges::transform(palette.nearest({v(0), v(1), v(2)}), to, [](int part) { return T(part); });
                to[3] = channels == 4 ? from[3] : T(max);
            }
        });
    });
    return output;
}

Plan palettePlan(const PlanRequest& request, const RankMatrix& matrix) {
    const ImageShape output = ditheredShape(request.input, request.parameters);
    const SampleType type = request.input.format.type;
    const PaletteSearch palette(*paletteOf(request.parameters), type);
    const std::vector<std::int32_t> bias = biases(matrix, request.parameters, type);
    const int colours = int(paletteOf(request.parameters)->colours.size());
    Plan plan;
    KernelPass pass;
    pass.kernel = "threshold_matrix_palette";
    pass.program = "threshold_matrix";
    pass.defines = formatDefines(request.input.format, output.format);
    pass.local = request.workgroup;
    pass.global = coverGlobal(output.size, request.workgroup);
    pass.arguments = {{"src", inputBuffer()},
                      {"dst", outputBuffer()},
                      {"biases", plan.addScratch({"biases", bias.size() * 4, bytesOf(bias)})},
                      {"palette", plan.addScratch(palette.table())},
                      {"colours", colours},
                      {"side", matrix.side},
                      {"width", output.size.width},
                      {"height", output.size.height}};
    pass.bytes = request.input.bytes() + output.bytes();
    pass.operations = 8 * std::uint64_t(colours) * output.size.area();
    plan.passes.emplace_back(std::move(pass));
    return plan;
}

Plan runsPlan(const PlanRequest& request, const Tables& tables) {
    const Format format = request.input.format;
    const int run = 16 / int(format.bytesPerPixel());
    Plan plan;
    KernelPass pass;
    pass.kernel = "threshold_matrix_runs";
    pass.program = "threshold_matrix";
    pass.defines = formatDefines(format, format);
    pass.defines.emplace_back("LANES", std::to_string(run * format.channels));
    pass.local = request.workgroup;
    pass.global = coverRuns(request.input.size.area(), run, request.workgroup);
    pass.arguments = {
        {"src", inputBuffer()},
        {"dst", outputBuffer()},
        {"thresholds", plan.addScratch({"thresholds", tables.thresholds.size() * 4, bytesOf(tables.thresholds)})},
        {"levels", plan.addScratch({"levels", tables.levels.size() * 4, bytesOf(tables.levels)})},
        {"side", tables.side},
        {"steps", tables.steps},
        {"width", request.input.size.width},
        {"height", request.input.size.height}};
    pass.bytes = 2 * request.input.bytes();
    pass.operations = 6 * request.input.samples();
    plan.passes.emplace_back(std::move(pass));
    return plan;
}
} // namespace

Filter thresholdMatrixFilter(MakeRankMatrix matrix) {
    Filter filter;
    filter.group = "Dither";
    filter.synonyms = {"halftone", "dithering", "screening", "1 bit"};
    filter.locality = pointLocality;
    filter.parameters = {
        integerParameter("levels", "Levels", "", 2, 256, 1, 2,
                         "Levels of each colour channel, evenly spaced: round(k max / (levels - 1))."),
        paletteParameter(),
        integerParameter("spread", "Spread", "", 0, 255, 1, 64,
                         "With a palette: how far apart the matrix moves samples, on the 8-bit scale. About the "
                         "distance of neighbouring colours; 0 takes the nearest colour alone.")};
    filter.outputShape = ditheredShape;
    filter.check = [declared = filter.parameters](const ImageShape&, const ParameterValues& parameters) {
        checkPalette(declared, parameters, {"levels"});
    };
    filter.accepts = {SampleType::U8, SampleType::U16};
    filter.reference = [matrix](const Image& input, const ParameterValues& parameters) {
        if (paletteOf(parameters)) return ditheredToPalette(input, matrix(parameters), parameters);
        return dithered(input, tablesOf(matrix(parameters), parameters, input.format()));
    };
    filter.variants = {Variant{
        .id = "runs",
        .label = "Runs",
        .idea = "Point by point with one comparison a sample: a work-item loads 16 bytes, compares them with a run of "
                "the matrix and stores 16 bytes.",
        .workgroups = freeWorkgroups(),
        .plan =
            [matrix](const PlanRequest& request) {
                if (paletteOf(request.parameters)) return palettePlan(request, matrix(request.parameters));
                return runsPlan(request,
                                tablesOf(matrix(request.parameters), request.parameters, request.input.format));
            },
    }};
    return filter;
}

} // namespace lightbench
