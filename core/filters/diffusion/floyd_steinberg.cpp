// floyd-steinberg: error diffusion to few levels per channel, by the classic rule or by the rule of the article behind
// its GPU variants (floyd_steinberg_variants.cpp), and its measured choices.
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/rounding.h"
#include "core/filters/diffusion/error_bands.h"
#include "core/filters/diffusion/floyd_steinberg_variants.h"
#include "core/filters/dithering/palette.h"
#include "core/filters/point/float_via_16_bit.h"
#include "core/framework/filter.h"
#include "core/image/eight_bit_unit.h"

namespace lightbench::filters {

namespace diffusion {

bool isArticle(const ParameterValues& parameters) { return parameters.choice("rule") == "article"; }

int levelCount(const ParameterValues& parameters, int channel) {
    if (parameters.choice("palette") == "rgb332") return channel == 2 ? 4 : 8;
    return parameters.integer("levels");
}

int thresholdOf(const ParameterValues& parameters, SampleType type) {
    return int(inSampleUnits(parameters.integer("threshold"), type));
}

bool isPackedBilevel(const PlanRequest& request) {
    const ParameterValues& parameters = request.parameters;
    return request.input.format == Format{SampleType::U8, 1} && !isArticle(parameters) &&
           levelCount(parameters, 0) == 2 && parameters.integer("threshold") < 255;
}

} // namespace diffusion

namespace {

using namespace diffusion;

void check(const ImageShape& input, const ParameterValues& parameters) {
    const bool rgb332 = parameters.choice("palette") == "rgb332";
    if (isArticle(parameters) && rgb332)
        failPredicate(ErrorKind::Usage,
                      "rule=article makes black and white only; use palette=uniform with levels=2, or "
                      "rule=classic for palette=rgb332",
                      "palette");
    if (isArticle(parameters) && parameters.integer("levels") > 2)
        failPredicate(ErrorKind::Usage,
                      "rule=article makes black and white only; use levels=2, or rule=classic for levels=" +
                          std::to_string(parameters.integer("levels")),
                      "levels");
    if (rgb332 && input.format.channels == 1)
        failPredicate(ErrorKind::Usage,
                      "palette=rgb332 needs a colour image and this one is gray; use palette=uniform, or "
                      "remove the grayscale stage before it",
                      "palette");
}

/// Diffuses the errors of one channel. errors[x + 1] holds e(x, y-1) until e(x, y) replaces it; both ends stay 0. A
/// rule gives the result and the error of a sample, from the errors to its left, above right, above and above left.
template <class T, class Rule> void walkOver(const Image& input, Image& output, int channel, Rule rule) {
    const int width = input.width(), channels = input.channels();
    std::vector<int> errors(std::size_t(width) + 2, 0);
    for (int y = 0; y < input.height(); ++y) {
        checkCancelled();
        const T* from = input.row<T>(y) + channel;
        T* to = output.row<T>(y) + channel;
        int left = 0, aboveLeft = 0;
        for (int x = 0; x < width; ++x) {
            const int above = errors[x + 1];
            const auto [result, error] = rule(int(from[x * channels]), left, errors[x + 2], above, aboveLeft);
            to[x * channels] = T(result);
            errors[x + 1] = left = error;
            aboveLeft = above;
        }
    }
}

/// trunc(weight d / 16) without overflow of 32 bits.
int share(int weight, int d) { return weight * (d / 16) + weight * (d % 16) / 16; }

Image floydSteinbergReference(const Image& input, const ParameterValues& parameters) {
    if (const PalettePtr colours = paletteOf(parameters))
        return diffusedToPalette(input, floydSteinbergMatrix, *colours);
    Image output = input.clone();
    const int max = int(input.format().fullScale());
    const int threshold = thresholdOf(parameters, input.format().type);
    // It neither clamps nor subtracts the full white level, so errors of bright images grow with every row. They end
    // where their sums would exceed 32 bits (MOST_ERROR in diffuse.clh).
    const auto article = [=](int sample, int left, int aboveRight, int above, int aboveLeft) {
        constexpr int mostError = 1 << 30;
        const int sum = sample + share(7, left) + share(3, aboveRight) + share(5, above) + share(1, aboveLeft);
        const int value = std::min(sum, mostError);
        return value > threshold ? std::pair(max, value - threshold) : std::pair(0, value);
    };
    for (int c = 0; c < input.format().colourChannels(); ++c) {
        const std::vector<int> table = nearestLevels(levelCount(parameters, c), threshold, max);
        const auto classic = [&](int sample, int left, int aboveRight, int above, int aboveLeft) {
            const int v = std::clamp(sample + (7 * left + 3 * aboveRight + 5 * above + aboveLeft) / 16, 0, max);
            return std::pair(table[std::size_t(v)], v - table[std::size_t(v)]);
        };
        const auto walk = [&](auto rule) {
            input.format().type == SampleType::U16 ? walkOver<std::uint16_t>(input, output, c, rule)
                                                   : walkOver<std::uint8_t>(input, output, c, rule);
        };
        isArticle(parameters) ? walk(article) : walk(classic);
    }
    return output;
}

std::vector<Parameter> parameters() {
    return {
        choiceParameter("rule", "Rule", {{"classic", "Classic"}, {"article", "Article"}}, "classic",
                        "classic: the sum of the four errors is divided by 16 once, and the value is clamped. article: "
                        "each of the four shares is divided by itself, nothing is clamped, and the error of a white "
                        "pixel is its value minus the threshold."),
        integerParameter("levels", "Levels", "", 2, 256, 1, 2,
                         "Number of levels of each colour channel. Level k is round(k max / (levels - 1)). The palette "
                         "rgb332 ignores it."),
        choiceParameter("palette", "Palette", {{"uniform", "Uniform"}, {"rgb332", "RGB 3-3-2 (256 colours)"}},
                        "uniform",
                        "uniform: `levels` levels per channel. rgb332: 8 levels of red and of green, 4 of blue; it "
                        "needs a colour image. In the text of a stack, `palette=FILE` sets `colours`."),
        integerParameter("threshold", "Threshold", "", 0, 255, 1, 128,
                         "With two levels, a value above it becomes white; 16-bit images use 257 times it. It has no "
                         "effect with more levels."),
        paletteParameter("colours", "Colours")};
}

double packedBilevel(const PlanRequest& request) { return isPackedBilevel(request); }
double toPalette(const PlanRequest& request) { return paletteOf(request.parameters) != nullptr; }

ChoiceTable floydSteinbergChoices() {
    const std::vector<DeviceClass> cpu{DeviceClass::Cpu};
    return {{
                {.devices = cpu,
                 .where = {{.name = "to a palette", .minimum = 1}},
                 .variant = "single-group",
                 .workgroup = Workgroup{8, 1},
                 .measured = "the kernel of error-diffusion, where it was measured"},
                // So few rows are one band.
                {.where = {{.name = "to a palette", .minimum = 1}, {.name = "rows", .maximum = 64}},
                 .variant = "single-group",
                 .workgroup = Workgroup{64, 1}},
                {.where = {{.name = "to a palette", .minimum = 1}},
                 .variant = "barrier-wavefront",
                 .workgroup = Workgroup{64, 1},
                 .measured = "the kernel of error-diffusion, where it was measured"},
                {.devices = cpu,
                 .variant = "pipelined",
                 .workgroup = Workgroup{1, 1},
                 .measured = "PoCL, 2 cores, 2026-11-21, 2048 x 2048: 2.86 ms, every other variant 9.9 ms or more"},
                {.where = {{.name = "packed bilevel", .minimum = 1}},
                 .variant = "pipelined",
                 .workgroup = Workgroup{64, 1},
                 .tuning = {{"block-columns", 32}, {"row-lag", 3}},
                 .measured = "H200, 2026-11-22, 8192 x 8192: 1.275 ms, as a plane 1.525 ms, barrier-wavefront 9.6 ms"},
                {.channels = 4,
                 .variant = "pipelined",
                 .workgroup = Workgroup{160, 1},
                 .measured = "H200, 2026-11-22, 8192 x 8192, RGBA 8-bit: 1.95 ms, with one loader warp 2.98 ms, all "
                             "channels by one lane 6.4 ms"},
                {.variant = "pipelined",
                 .workgroup = Workgroup{192, 1},
                 .tuning = {{"block-columns", 32}, {"row-lag", 2}, {"loader-warps", 2}},
                 .measured = "H200, 2026-11-22, 8192 x 8192, levels=4: 1.70 ms, 1.80 ms with a lag of 3, "
                             "1.88 ms with one loader warp"},
                // Few bands, so that few threads wait for each other. A thread that waits keeps its core busy, which
                // hurts wherever threads outnumber cores.
                {.devices = cpu, .variant = "barrier-wavefront", .workgroup = Workgroup{128, 1}},
                {.variant = "barrier-wavefront",
                 .workgroup = Workgroup{64, 1},
                 .measured = "H200, 2026-11-21, 8192 x 8192: 9.6 ms, 11.5 ms in groups of 32, 10.0 ms in "
                             "groups of 128"},
                {.devices = cpu,
                 .variant = "row-per-group",
                 .workgroup = Workgroup{1, 1},
                 .measured = "PoCL, 2 cores, 2026-11-21, 2048 x 2048: 12.1 ms, in larger groups 13.1 to 21.4 ms"},
                {.variant = "row-per-group", .workgroup = Workgroup{32, 1}},
                {.variant = "row-per-item", .workgroup = Workgroup{64, 1}},
                {.variant = "row-per-item-polling", .workgroup = Workgroup{64, 1}},
                {.devices = cpu, .variant = "single-group", .workgroup = Workgroup{256, 1}},
                {.variant = "single-group", .workgroup = Workgroup{1024, 1}},
                {.devices = cpu, .tuning = {{"chunk", 256}}},
                {.tuning = {{"chunk", 32}}},
            },
            {{"packed bilevel", packedBilevel}, {"to a palette", toPalette}, {"rows", imageRows}}};
}

} // namespace

Filter floyd_steinberg() {
    Filter filter;
    filter.id = "floyd-steinberg";
    filter.label = "Floyd-Steinberg";
    filter.group = "Threshold and dither";
    filter.synonyms = {"error diffusion", "halftone", "dithering", "1 bit"};
    filter.summary =
        "Reduces an image to a few tones or to a palette, and passes each pixel's error on to its neighbours.";
    filter.doc = "Error diffusion after Floyd and Steinberg (1976): each pixel becomes the nearest level, and its "
                 "error goes to the pixels right (7/16), below left (3/16), below (5/16) and below right (1/16). Rows "
                 "run from top to bottom, pixels from left to right. Each colour channel is diffused by itself; alpha "
                 "is copied. With rule=classic, v = clamp(s + trunc((7 e(x-1,y) + 3 e(x+1,y-1) + 5 e(x,y-1) + "
                 "e(x-1,y-1)) / 16)) and e = v - q. Of two equally near levels it chooses the lower one. With two "
                 "levels the result equals Pillow's convert('1') bit for bit. With the colours of a file, q is the "
                 "colour nearest to the three v of a pixel. All colours are compared, while Pillow's quantize searches "
                 "a coarse grid. The filter error-diffusion gives the same result with its matrix floyd-steinberg.";
    filter.parameters = parameters();
    filter.accepts = {SampleType::U8, SampleType::U16};
    filter.outputShape = ditheredShape;
    filter.check = [declared = filter.parameters](const ImageShape& input, const ParameterValues& parameters) {
        check(input, parameters);
        checkPalette(declared, parameters, {"rule", "levels", "palette", "threshold"});
    };
    filter.reference = floydSteinbergReference;
    filter.variants = diffusion::variants();
    filter.choices = floydSteinbergChoices();
    acceptFloatsVia16Bit(filter);
    return filter;
}

} // namespace lightbench::filters
