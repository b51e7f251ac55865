// floyd-steinberg: error diffusion to few levels per channel, by the classic rule or by the rule of the article behind
// its GPU variants (floyd_steinberg_variants.cpp).
#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/rounding.h"
#include "core/filters/diffusion/error_bands.h"
#include "core/filters/diffusion/floyd_steinberg_variants.h"
#include "core/filters/diffusion/nearest_levels.h"
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

} // namespace diffusion

namespace {

using namespace diffusion;

void check(const ImageShape& input, const ParameterValues& parameters) {
    const bool rgb332 = parameters.choice("palette") == "rgb332";
    if (isArticle(parameters) && rgb332)
        fail(ErrorKind::Usage,
             "floyd-steinberg rule=article makes black and white only; use palette=uniform with levels=2, or "
             "rule=classic for palette=rgb332",
             "palette");
    if (isArticle(parameters) && parameters.integer("levels") > 2)
        fail(ErrorKind::Usage,
             "floyd-steinberg rule=article makes black and white only; use levels=2, or rule=classic for levels=" +
                 std::to_string(parameters.integer("levels")),
             "levels");
    if (rgb332 && input.format.channels == 1)
        fail(ErrorKind::Usage,
             "floyd-steinberg palette=rgb332 needs a colour image and this one is gray; use palette=uniform, or remove "
             "the grayscale stage before it",
             "palette");
}

/// One channel by the classic rule. errors[x + 1] holds e(x, y-1) until e(x, y) replaces it; both ends stay 0.
template <class T> void classicChannel(const Image& input, Image& output, int channel, const std::vector<int>& table) {
    const int width = input.width(), channels = input.channels(), max = int(table.size()) - 1;
    std::vector<int> errors(std::size_t(width) + 2, 0);
    for (int y = 0; y < input.height(); ++y) {
        checkCancelled();
        const T* from = input.row<T>(y) + channel;
        T* to = output.row<T>(y) + channel;
        int left = 0, aboveLeft = 0;
        for (int x = 0; x < width; ++x) {
            const int above = errors[x + 1];
            const int sum = 7 * left + 3 * errors[x + 2] + 5 * above + aboveLeft;
            const int v = std::clamp(int(from[x * channels]) + sum / 16, 0, max);
            const int q = table[v];
            to[x * channels] = T(q);
            left = v - q;
            errors[x + 1] = left;
            aboveLeft = above;
        }
    }
}

/// trunc(weight d / 16) without overflow of 32 bits.
int share(int weight, int d) { return weight * (d / 16) + weight * (d % 16) / 16; }

/// One channel by the article's rule. It neither clamps nor subtracts the full white level, so errors of bright images
/// grow with every row. They end where their sums would exceed 32 bits (MOST_ERROR in diffuse.clh).
template <class T> void articleChannel(const Image& input, Image& output, int channel, int threshold, int max) {
    const int width = input.width(), channels = input.channels();
    constexpr int mostError = 1 << 30;
    std::vector<int> errors(std::size_t(width) + 2, 0);
    for (int y = 0; y < input.height(); ++y) {
        checkCancelled();
        const T* from = input.row<T>(y) + channel;
        T* to = output.row<T>(y) + channel;
        int left = 0, aboveLeft = 0;
        for (int x = 0; x < width; ++x) {
            const int above = errors[x + 1];
            const int sum = int(from[x * channels]) + share(7, left) + share(3, errors[x + 2]) + share(5, above) +
                            share(1, aboveLeft);
            const int value = std::min(sum, mostError);
            const bool white = value > threshold;
            to[x * channels] = T(white ? max : 0);
            left = white ? value - threshold : value;
            errors[x + 1] = left;
            aboveLeft = above;
        }
    }
}

Image floydSteinbergReference(const Image& input, const ParameterValues& parameters) {
    if (const PalettePtr colours = paletteOf(parameters))
        return diffusedToPalette(input, floydSteinbergMatrix, *colours);
    Image output = input.clone();
    const int max = int(input.format().fullScale());
    const int threshold = thresholdOf(parameters, input.format().type);
    for (int c = 0; c < input.format().colourChannels(); ++c) {
        const std::vector<int> table = nearestLevels(levelCount(parameters, c), threshold, max);
        const bool wide = input.format().type == SampleType::U16;
        if (isArticle(parameters))
            wide ? articleChannel<std::uint16_t>(input, output, c, threshold, max)
                 : articleChannel<std::uint8_t>(input, output, c, threshold, max);
        else
            wide ? classicChannel<std::uint16_t>(input, output, c, table)
                 : classicChannel<std::uint8_t>(input, output, c, table);
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
    filter.choices = diffusion::choices();
    acceptFloatsVia16Bit(filter);
    return filter;
}

} // namespace lightbench::filters
