// error-diffusion: matrices that reach two columns and two rows, to even levels or to a palette.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/parallel.h"
#include "core/filter/filter.h"
#include "core/filter/named_choices.h"
#include "core/filter/plan.h"
#include "core/filters/dithering/palette.h"
#include "core/image/even_levels.h"

namespace lightbench::filters {

namespace {

/// Shares of a pixel's error over `divisor`: of the two pixels to the right, and of the columns x-2..x+2 one and two
/// rows below.
struct DiffusionMatrix {
    const char *name, *label;
    int divisor;
    std::array<int, 2> right;
    std::array<int, 5> below, second;
};

constexpr DiffusionMatrix matrices[] = {
    {"floyd-steinberg", "Floyd, Steinberg", 16, {7, 0}, {0, 3, 5, 1, 0}, {0, 0, 0, 0, 0}},
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

/// Rows of errors with two zeros before and behind each.
struct ErrorRows {
    std::vector<int> own, above, second;
    explicit ErrorRows(int width)
        : own(std::size_t(width) + 4), above(std::size_t(width) + 4), second(std::size_t(width) + 4) {}
    void next() {
        std::swap(second, above);
        std::swap(above, own);
        std::ranges::fill(own, 0);
    }
    /// What reaches column x, times the divisor.
    int sumAt(int x, const DiffusionMatrix& matrix) const {
        int sum = matrix.right[0] * own[std::size_t(x + 1)] + matrix.right[1] * own[std::size_t(x)];
        for (int i = 0; i < 5; ++i)
            sum += matrix.below[std::size_t(4 - i)] * above[std::size_t(x + i)] +
                   matrix.second[std::size_t(4 - i)] * second[std::size_t(x + i)];
        return sum;
    }
};

template <class T>
void diffuseChannel(const Image& input, Image& output, int channel, const DiffusionMatrix& matrix, int steps) {
    const int max = int(input.format().fullScale()), channels = input.channels();
    const std::vector<std::int32_t> levels = evenLevels(steps + 1, max);
    ErrorRows errors(input.width());
    for (int y = 0; y < input.height(); ++y, errors.next()) {
        checkCancelled();
        const T* from = input.row<T>(y) + channel;
        T* to = output.row<T>(y) + channel;
        for (int x = 0; x < input.width(); ++x) {
            const int v = std::clamp(int(from[x * channels]) + errors.sumAt(x, matrix) / matrix.divisor, 0, max);
            const int q = levels[std::size_t((2 * v * steps + max) / (2 * max))];
            to[x * channels] = T(q);
            errors.own[std::size_t(x + 2)] = v - q;
        }
    }
}

/// All three colours at once, to the nearest of the palette.
template <class T>
void diffuseColours(const Image& input, Image& output, const DiffusionMatrix& matrix, const PaletteSearch& palette) {
    const int max = int(input.format().fullScale()), channels = input.channels();
    std::vector<ErrorRows> errors(3, ErrorRows(input.width()));
    for (int y = 0; y < input.height(); ++y) {
        checkCancelled();
        for (int x = 0; x < input.width(); ++x) {
            const T* from = input.row<T>(y) + x * channels;
            T* to = output.row<T>(y) + x * 4;
            std::array<int, 3> v{};
            for (std::size_t c = 0; c < 3; ++c)
                v[c] =
                    std::clamp(int(from[channels == 4 ? c : 0]) + errors[c].sumAt(x, matrix) / matrix.divisor, 0, max);
            const std::array<int, 3>& q = palette.nearest(v);
            for (std::size_t c = 0; c < 3; ++c) {
                to[c] = T(q[c]);
                errors[c].own[std::size_t(x + 2)] = v[c] - q[c];
            }
            to[3] = channels == 4 ? from[3] : T(max);
        }
        std::ranges::for_each(errors, &ErrorRows::next);
    }
}

Image paletteReference(const Image& input, const ParameterValues& parameters, const Palette& palette) {
    Image output(ditheredShape(input.shape(), parameters));
    const PaletteSearch search(palette, input.format().type);
    const DiffusionMatrix& matrix = matrixOf(parameters);
    input.format().type == SampleType::U16 ? diffuseColours<std::uint16_t>(input, output, matrix, search)
                                           : diffuseColours<std::uint8_t>(input, output, matrix, search);
    return output;
}

Image reference(const Image& input, const ParameterValues& parameters) {
    if (const PalettePtr palette = paletteOf(parameters)) return paletteReference(input, parameters, *palette);
    Image output = input.clone();
    const DiffusionMatrix& matrix = matrixOf(parameters);
    const int steps = parameters.integer("levels") - 1;
    for (int c = 0; c < input.format().colourChannels(); ++c)
        input.format().type == SampleType::U16 ? diffuseChannel<std::uint16_t>(input, output, c, matrix, steps)
                                               : diffuseChannel<std::uint8_t>(input, output, c, matrix, steps);
    return output;
}

/// The shares as defines, so that those of 0 cost nothing.
void addShares(KernelPass& pass, const DiffusionMatrix& matrix) {
    pass.defines.emplace_back("DIVISOR", std::to_string(matrix.divisor));
    const auto add = [&](const char* name, const auto& shares) {
        for (std::size_t i = 0; i < shares.size(); ++i)
            pass.defines.emplace_back(name + std::to_string(i), std::to_string(shares[i]));
    };
    add("RIGHT", matrix.right);
    add("BELOW", matrix.below);
    add("SECOND", matrix.second);
}

/// What errors are made by: the value of each level but the first, or all colours of a palette.
struct Steps {
    Scratch table;
    int count;
};
Steps stepsOf(const PlanRequest& request) {
    const Format format = request.input.format;
    if (const PalettePtr palette = paletteOf(request.parameters))
        return {PaletteSearch(*palette, format.type).table(), int(palette->colours.size())};
    const int levels = request.parameters.integer("levels");
    return {{"levels", std::uint64_t(levels) * 4, bytesOf(evenLevels(levels, int(format.fullScale())))}, levels - 1};
}

/// Columns between two looks at the band above.
constexpr int chunk = 64;

/// Bands of a row a work-item, taken in turn by so many workgroups.
Plan bandsPlan(const PlanRequest& request, std::size_t groups) {
    const Format format = request.input.format, output = ditheredShape(request.input, request.parameters).format;
    const Size size = request.input.size;
    const std::uint64_t rows = std::uint64_t(request.workgroup.x), error = 4 * std::uint64_t(output.channels);
    const std::size_t bands = roundUp(std::size_t(size.height), rows) / rows;
    const Steps steps = stepsOf(request);
    Plan plan;
    const BufferRef counters = plan.addScratch("rider and progress", (bands + 1) * 4);
    KernelPass pass;
    pass.kernel = "error_diffusion_bands";
    pass.defines = formatDefines(format, output);
    pass.defines.emplace_back("PALETTE", paletteOf(request.parameters) ? "1" : "0");
    pass.defines.emplace_back("CHUNK", std::to_string(chunk));
    addShares(pass, matrixOf(request.parameters));
    pass.local = request.workgroup;
    pass.global = {std::min(groups, bands) * rows, 1};
    pass.localBytes = 2 * chunk * error + 4;
    pass.arguments = {{"src", inputBuffer()},
                      {"dst", outputBuffer()},
                      {"counters", counters},
                      {"errors", plan.addScratch("errors", 2 * std::uint64_t(size.width) * error)},
                      {"levels", plan.addScratch(steps.table)},
                      {"steps", steps.count},
                      {"width", size.width},
                      {"height", size.height},
                      {"passed", LocalArgument{4 * rows * error}}};
    pass.bytes =
        request.input.bytes() + ImageShape{size, output}.bytes() + 4 * (bands - 1) * std::uint64_t(size.width) * error;
    pass.operations = 34 * request.input.samples();
    plan.passes = {FillPass{counters, 0}, std::move(pass)};
    return plan;
}

Plan wavefrontPlan(const PlanRequest& request) { return bandsPlan(request, std::size_t(request.input.size.height)); }
Plan singlePlan(const PlanRequest& request) { return bandsPlan(request, 1); }

std::vector<Variant> variants() {
    return {
        Variant{
            .id = "barrier-wavefront",
            .label = "A band a workgroup",
            .idea =
                "One work-item a row, each three pixels behind the row above, which hands down its own error and that "
                "of the row before; one barrier a step. Bands follow each other through a progress marker and wait "
                "only for bands that run already.",
            .workgroups = lineWorkgroups(),
            .plan = wavefrontPlan,
        },
        Variant{
            .id = "single-group",
            .label = "One workgroup",
            .idea =
                "The same bands, all by one workgroup, one after the other: barriers only, no group waits for another.",
            .workgroups = lineWorkgroups(),
            .plan = singlePlan,
        },
    };
}

ChoiceTable choices() {
    const std::vector<DeviceClass> cpu{DeviceClass::Cpu};
    return {{
        {.devices = cpu,
         .variant = "single-group",
         .workgroup = Workgroup{8, 1},
         .measured = "PoCL, 2 cores that others used as well, 2026-11-22: 2560 x 1600 RGB in 58 ms, a band a workgroup "
                     "in 120 or more, since groups that wait keep a core from those that they wait for"},
        {.devices = cpu, .variant = "barrier-wavefront", .workgroup = Workgroup{32, 1}},
        {.variant = "barrier-wavefront", .workgroup = Workgroup{64, 1}},
        {.variant = "single-group", .workgroup = Workgroup{256, 1}},
    }};
}

} // namespace

Filter error_diffusion() {
    Filter filter;
    filter.id = "error-diffusion";
    filter.label = "Error diffusion";
    filter.group = "Dither";
    filter.synonyms = {"halftone", "dithering", "jarvis", "stucki", "burkes", "sierra", "atkinson", "1 bit"};
    filter.doc =
        "Each pixel becomes the nearest level, and its error goes to pixels right and below by the matrix of Jarvis, "
        "Judice and Ninke (1976), Stucki (1981), Burkes (1988), Sierra (1989, 1990) or Atkinson (for the Macintosh; it "
        "hands on 6/8 only). v = clamp(s + trunc(sum of w(i,j) e(x-i, y-j) / d)), k = floor(v L / M + 1/2) with L = "
        "levels - 1 and M full scale, q = round(k M / L), e = v - q, all in whole numbers. Rows top to bottom, left to "
        "right, each colour channel on its own, alpha untouched. With a palette q is its colour nearest to the three v "
        "of "
        "a pixel. Floyd and Steinberg's matrix (1976) is here for palettes; floyd-steinberg is faster without.";
    filter.parameters = {choiceParameter("matrix", "Matrix", choicesOf(matrices), "jarvis",
                                         "Where the error goes: over 16, 48, 42, 32, 32, 16, 4 and 8."),
                         integerParameter("levels", "Levels", "", 2, 256, 1, 2,
                                          "Levels of each colour channel, evenly spaced: round(k max / (levels - 1))."),
                         paletteParameter()};
    filter.outputShape = ditheredShape;
    filter.check = [declared = filter.parameters](const ImageShape&, const ParameterValues& parameters) {
        checkPalette(declared, parameters, {"levels"});
    };
    filter.accepts = {SampleType::U8, SampleType::U16};
    filter.reference = reference;
    filter.variants = variants();
    filter.choices = choices();
    return filter;
}

} // namespace lightbench::filters
