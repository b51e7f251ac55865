// channel-mixer: red, green and blue of the output are weighted sums of the input's; presets include sepia.
#include <algorithm>

#include "core/base/error.h"
#include "core/filters/colour/mixing.h"
#include "core/filters/point/mapped_pixels.h"
#include "core/framework/named_choices.h"

namespace lightbench::filters {

namespace {

struct Preset {
    const char *name, *label;
    std::array<double, 9> weights;
};
constexpr Preset presets[] = {
    {"none", "None", {1, 0, 0, 0, 1, 0, 0, 0, 1}},
    {"sepia", "Sepia", {0.393, 0.769, 0.189, 0.349, 0.686, 0.168, 0.272, 0.534, 0.131}},
    {"bt709-luma", "Luma, BT.709", {0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722}},
    {"swap-red-blue", "Red and blue swapped", {0, 0, 1, 0, 1, 0, 1, 0, 0}},
};

Mixing mixingOfChannels(const ParameterValues& parameters) {
    Mixing mixing{.weights = rowNamed(presets, parameters.choice("preset")).weights};
    const Matrix& matrix = parameters.matrix("matrix");
    if (matrix.k == 3) std::ranges::copy(matrix.weights, mixing.weights.begin());
    mixing.offsets = {parameters.real("red") / 100, parameters.real("green") / 100, parameters.real("blue") / 100};
    return mixing;
}

void check(const ImageShape&, const ParameterValues& parameters) {
    const int k = parameters.matrix("matrix").k;
    if (k != 0 && k != 3)
        fail(ErrorKind::Usage, "channel-mixer takes a matrix of 3 rows, not " + std::to_string(k), "matrix");
}

Parameter offset(const std::string& name, const std::string& label) {
    return realParameter(name, label, "%", -100, 100, 1, 0, "It is added to this channel, in percent of full scale.");
}

} // namespace

Filter channel_mixer() {
    return {
        .id = "channel-mixer",
        .label = "Channel mixer",
        .group = "Colour",
        .summary = "Makes each colour channel a weighted sum of all three.",
        .synonyms = {"sepia", "colour matrix", "swap channels", "tint"},
        .doc =
            "Red, green and blue become M (r, g, b) + o with a 3 x 3 matrix M and offsets o, as in OpenCV's transform. "
            "Each row of M gives one channel. The products are added in float from red to blue, then the offset is "
            "added. The sum is rounded half to even and saturated. The preset sepia is the matrix of W3C Filter "
            "Effects Module Level 1, and luma is that of ITU-R BT.709. Gray images become RGBA; alpha is copied.",
        .parameters = {choiceParameter("preset", "Preset", choicesOf(presets), "none", "A matrix that has a name."),
                       matrixParameter("matrix", "Matrix",
                                       "A matrix of your own, in place of the preset: 3 rows of 3 weights, such as "
                                       "0,0,1;0,1,0;1,0,0. The first row gives red."),
                       offset("red", "Red offset"), offset("green", "Green offset"), offset("blue", "Blue offset")},
        .locality = pointLocality,
        .outputShape = colourShape,
        .check = check,
        .reference =
            [](const Image& input, const ParameterValues& parameters) {
                return mixingReference(input, colourShape(input.shape()), mixingOfChannels(parameters));
            },
        .variants = {mixingVariant(mixingOfChannels, colourShape)},
    };
}

} // namespace lightbench::filters
