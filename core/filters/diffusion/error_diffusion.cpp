// error-diffusion: matrices of up to two rows below and two columns to each side, to even levels or a palette.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/parallel.h"
#include "core/filters/diffusion/error_bands.h"
#include "core/filters/dithering/palette.h"
#include "core/filters/point/float_via_16_bit.h"
#include "core/framework/filter.h"
#include "core/framework/named_choices.h"
#include "core/framework/plain_variant.h"
#include "core/framework/plan.h"
#include "core/image/eight_bit_unit.h"

namespace lightbench::filters {

namespace {

constexpr DiffusionMatrix matrices[] = {
    floydSteinbergMatrix,
    {"jarvis", "Jarvis, Judice, Ninke", 48, {7, 5}, {3, 5, 7, 5, 3}, {1, 3, 5, 3, 1}},
    {"stucki", "Stucki", 42, {8, 4}, {2, 4, 8, 4, 2}, {1, 2, 4, 2, 1}},
    {"burkes", "Burkes", 32, {8, 4}, {2, 4, 8, 4, 2}, {0, 0, 0, 0, 0}},
    {"sierra", "Sierra", 32, {5, 3}, {2, 4, 5, 4, 2}, {0, 2, 3, 2, 0}},
    {"sierra-two-row", "Sierra, two rows", 16, {4, 3}, {1, 2, 3, 2, 1}, {0, 0, 0, 0, 0}},
    {"sierra-lite", "Sierra Lite", 4, {2, 0}, {0, 1, 1, 0, 0}, {0, 0, 0, 0, 0}},
    {"atkinson", "Atkinson", 8, {1, 1}, {0, 1, 1, 1, 0}, {0, 0, 1, 0, 0}},
};

const DiffusionMatrix& matrixOf(const ParameterValues& parameters) {
    return rowNamed(matrices, parameters.choice("matrix"));
}

/// The level of each sample value.
std::vector<int> levelTable(int levels, Format format) {
    return nearestLevels(levels, int(inSampleUnits(bilevelThreshold8Bit, format.type)), int(format.fullScale()));
}

template <class T>
void diffuseChannel(const Image& input, Image& output, int channel, const DiffusionMatrix& matrix, int levels) {
    const int max = int(input.format().fullScale()), channels = input.channels();
    const std::vector<int> table = levelTable(levels, input.format());
    ErrorRows errors(input.width());
    for (int y = 0; y < input.height(); ++y, errors.next()) {
        checkCancelled();
        const T* from = input.row<T>(y) + channel;
        T* to = output.row<T>(y) + channel;
        for (int x = 0; x < input.width(); ++x) {
            const int v = std::clamp(int(from[x * channels]) + errors.sumAt(x, matrix) / matrix.divisor, 0, max);
            const int q = table[std::size_t(v)];
            to[x * channels] = T(q);
            errors.own[std::size_t(x + 2)] = v - q;
        }
    }
}

Image errorDiffusionReference(const Image& input, const ParameterValues& parameters) {
    if (const PalettePtr palette = paletteOf(parameters))
        return diffusedToPalette(input, matrixOf(parameters), *palette);
    Image output = input.clone();
    const DiffusionMatrix& matrix = matrixOf(parameters);
    const int levels = parameters.integer("levels");
    for (int c = 0; c < input.format().colourChannels(); ++c)
        input.format().type == SampleType::U16 ? diffuseChannel<std::uint16_t>(input, output, c, matrix, levels)
                                               : diffuseChannel<std::uint8_t>(input, output, c, matrix, levels);
    return output;
}

Plan bandsPlan(const PlanRequest& request, std::size_t groups) {
    return errorBandsPlan(request, matrixOf(request.parameters), groups);
}
Plan wavefrontPlan(const PlanRequest& request) { return bandsPlan(request, std::size_t(request.input.size.height)); }
Plan oneBandPlan(const PlanRequest& request) { return bandsPlan(request, 1); }

Plan plainDiffusionPlan(const PlanRequest& request) {
    const DiffusionMatrix& matrix = matrixOf(request.parameters);
    std::vector<int> weights(matrix.right.begin(), matrix.right.end());
    weights.insert(weights.end(), matrix.below.begin(), matrix.below.end());
    weights.insert(weights.end(), matrix.second.begin(), matrix.second.end());
    const std::vector<int> levels = levelTable(request.parameters.integer("levels"), request.input.format);
    Plan plan;
    KernelPass& pass = plan.add(plainPass(request, "error_diffusion", request.input.format, 34));
    runOneGroup(pass, {1, 1});
    addArguments(
        pass, {{"nearest", plan.addTable("nearest", levels)},
               {"matrix", plan.addTable("matrix", weights)},
               {"divisor", matrix.divisor},
               {"errors", plan.addScratch("errors", 3 * sizeof(int) * std::uint64_t(request.input.size.width + 4))}});
    return plan;
}

std::vector<Variant> errorDiffusionVariants() {
    return {
        Variant{
            .id = "barrier-wavefront",
            .label = "One workgroup per band",
            .idea = "Each work-item computes a row, three pixels behind the row above, with one barrier per step. The "
                    "row above passes down its own error and that of the row before it. A band follows the one above "
                    "by a progress marker, and waits only for bands that already run.",
            .workgroups = lineWorkgroups(singleBandProblem),
            .plan = wavefrontPlan,
            .communication = Communication::AcrossWorkgroups,
        },
        Variant{
            .id = "single-group",
            .label = "One workgroup",
            .idea = "One workgroup processes the same bands, one after the other. So barriers are enough, and no "
                    "workgroup waits for another.",
            .workgroups = lineWorkgroups(),
            .plan = oneBandPlan,
            .communication = Communication::AcrossWorkgroups,
        },
        plainWalkVariant(plainDiffusionPlan),
    };
}

ChoiceTable errorDiffusionChoices() {
    const std::vector<DeviceClass> cpu{DeviceClass::Cpu};
    return {{
                {.devices = cpu,
                 .variant = "single-group",
                 .workgroup = Workgroup{8, 1},
                 .measured = "PoCL, 2 cores that others used as well, 2026-11-22, 2560 x 1600, RGB: 58 ms, one "
                             "workgroup per band 120 ms or more; groups that wait occupy a core which the others need"},
                {.devices = cpu, .variant = "barrier-wavefront", .workgroup = Workgroup{32, 1}},
                // So few rows are one band.
                {.where = {{.name = "rows", .maximum = 64}}, .variant = "single-group", .workgroup = Workgroup{64, 1}},
                {.variant = "barrier-wavefront", .workgroup = Workgroup{64, 1}},
                {.variant = "single-group", .workgroup = Workgroup{256, 1}},
            },
            {{"rows", imageRows}}};
}

} // namespace

Filter error_diffusion() {
    Filter filter;
    filter.id = "error-diffusion";
    filter.group = "Threshold and dither";
    filter.synonyms = {"halftone", "dithering", "jarvis", "stucki", "burkes", "sierra", "atkinson", "1 bit"};
    filter.summary =
        "Reduces an image to a few tones or to a palette, by one of eight published error diffusion matrices.";
    filter.doc =
        "Each pixel becomes the nearest level, and its error goes to pixels right and below. The matrix is that of "
        "Jarvis, Judice and Ninke (1976), Stucki (1981), Burkes (1988), Sierra (1989, 1990) or Atkinson. Atkinson's, "
        "made for the Macintosh, passes on only 6/8 of the error. The value is v = clamp(s + trunc(sum of w(i,j) "
        "e(x-i, y-j) / d)). q is the nearest of the levels round(k M / L), with L = levels - 1 and M full scale. Of "
        "two equally near levels it is the lower one. With two levels q is white where v is above 128 (in 16 bits, 257 "
        "times that), as in Pillow. The error is e = v - q, in whole numbers. Rows run from top to bottom, pixels from "
        "left to right. Each colour channel is diffused by itself; alpha is copied. With a palette, q is its colour "
        "nearest to the three v of a pixel. Floyd and Steinberg's matrix (1976) gives the result of floyd-steinberg, "
        "which is faster without a palette.";
    filter.parameters = {
        choiceParameter("matrix", "Matrix", choicesOf(matrices), "jarvis",
                        "Which pixels get the error. The divisors are 16, 48, 42, 32, 32, 16, 4 and 8."),
        integerParameter("levels", "Levels", "", 2, 256, 1, 2,
                         "Number of levels of each colour channel. Level k is round(k max / (levels - 1))."),
        paletteParameter()};
    filter.outputShape = ditheredShape;
    filter.check = [declared = filter.parameters](const ImageShape&, const ParameterValues& parameters) {
        checkPalette(declared, parameters, {"levels"});
    };
    filter.accepts = {SampleType::U8, SampleType::U16};
    filter.reference = errorDiffusionReference;
    filter.variants = errorDiffusionVariants();
    filter.choices = errorDiffusionChoices();
    acceptFloatsVia16Bit(filter);
    return filter;
}

} // namespace lightbench::filters
