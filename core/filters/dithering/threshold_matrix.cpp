// Reference and plan of the ordered dithers.
#include "core/filters/dithering/threshold_matrix.h"

#include "core/base/parallel.h"
#include "core/filter/plan.h"
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
                         "Levels of each colour channel, evenly spaced: round(k max / (levels - 1)).")};
    filter.accepts = {SampleType::U8, SampleType::U16};
    filter.reference = [matrix](const Image& input, const ParameterValues& parameters) {
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
                return runsPlan(request,
                                tablesOf(matrix(request.parameters), request.parameters, request.input.format));
            },
    }};
    return filter;
}

} // namespace lightbench
