// Linear colour mixing: red, green and blue become weighted sums of themselves. channel-mixer takes the weights, and
// its presets include sepia. saturation-hue rotates colours around the gray axis and scales their distance from it, in
// YIQ.
#include <algorithm>
#include <array>
#include <functional>

#include "core/base/direction.h"
#include "core/base/error.h"
#include "core/base/rounding.h"
#include "core/device/device_traits.h"
#include "core/filters/point/point_filter.h"
#include "core/framework/filter.h"
#include "core/framework/named_choices.h"

namespace lightbench::filters {

namespace {

/// Channel i of the result is `weights[3i] r + weights[3i + 1] g + weights[3i + 2] b + offsets[i]`, added in this order
/// in float. Every product and sum is rounded. Offsets are in units of full scale.
struct Mixing {
    std::array<double, 9> weights{};
    std::array<double, 3> offsets{};
};
using MakeMixing = std::function<Mixing(const ParameterValues& parameters)>;

/// The weights as kernels/colour/channel_mixer.cl expects them: per input channel its shares of red, green, blue and a
/// zero, then the offsets in sample units.
using DeviceWeights = std::array<float, 16>;

DeviceWeights deviceWeights(const Mixing& mixing, Format format) {
    DeviceWeights weights{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column)
            weights[4 * column + row] = float(mixing.weights[3 * row + column]);
        weights[12 + row] = float(mixing.offsets[row] * format.fullScale());
    }
    return weights;
}

/// A weight of 0 hides a channel, even NaN.
float weighted(float weight, float value) { return weight == 0 ? 0.0f : weight * value; }

template <class T> void mixPixel(const T* from, T* to, const DeviceWeights& w, bool isColour, T opaque) {
    const float r = float(from[0]), g = isColour ? float(from[1]) : r, b = isColour ? float(from[2]) : r;
    for (std::size_t row = 0; row < 3; ++row)
        to[row] = storeSample<T>(weighted(w[row], r) + weighted(w[4 + row], g) + weighted(w[8 + row], b) + w[12 + row]);
    to[3] = isColour ? from[3] : opaque;
}

/// On GPUs, 8-bit gray that becomes colour: a look-up table, with the kernel of colour-map.
Plan tablePlan(const PlanRequest& request, const ImageShape& output, const DeviceWeights& weights) {
    std::vector<std::uint8_t> table(4 * 256);
    for (int value = 0; value < 256; ++value) {
        const auto sample = std::uint8_t(value);
        mixPixel(&sample, table.data() + 4 * value, weights, false, std::uint8_t(255));
    }
    Plan plan;
    KernelPass& pass = plan.add(wideSegmentsPass(request, output, {"colour_map", "colour_map_segments"}, 1));
    pass.defines.push_back({"OF", "s"});
    pass.arguments.push_back({"table", plan.addTable("table", table)});
    return plan;
}

/// Copies gray images, which do not change.
Plan copyPlan(const PlanRequest& request) {
    KernelPass pass = sampleSegmentsPass(request, "grayscale/copy", 0);
    return singlePass(std::move(pass));
}

/// Mixes an image into one of that shape. If that shape is gray like the input, it returns the input.
Image mixingReference(const Image& input, const ImageShape& shape, const Mixing& mixing) {
    if (shape.format.channels == 1) return input.clone();
    const DeviceWeights weights = deviceWeights(mixing, input.format());
    const bool isColour = input.channels() == 4;
    return mapPixels(input, shape, [&, full = input.format().fullScale()](auto from, auto to) {
        mixPixel(from, to, weights, isColour, std::remove_reference_t<decltype(*to)>(full));
    });
}

/// The variant `segments` for a filter with that Filter::outputShape.
Variant mixingVariant(const MakeMixing& makeMixing, decltype(Filter::outputShape) shape = {}) {
    const auto plan = [=](const PlanRequest& request) {
        const ImageShape output = shape ? shape(request.input, request.parameters) : request.input;
        if (output.format.channels == 1) return copyPlan(request);
        const DeviceWeights weights = deviceWeights(makeMixing(request.parameters), request.input.format);
        const Format format = request.input.format;
        if (format == Format{SampleType::U8, 1} && !isCpuDevice(request.device))
            return tablePlan(request, output, weights);
        const std::vector<float> contents(weights.begin(), weights.end());
        Plan result;
        KernelPass& pass =
            result.add(wideSegmentsPass(request, output, {"channel_mixer", "channel_mixer_segments"}, 18));
        const bool hides =
            !format.isInteger() && std::find(weights.begin(), weights.begin() + 12, 0.0f) != weights.begin() + 12;
        addDefines(pass, {{"HIDES", hides}});
        pass.arguments.push_back({"weights", result.addTable("weights", contents)});
        return result;
    };
    return Variant{
        .id = "segments",
        .label = "Segments of pixels",
        .idea = "Each work-item mixes four pixels with one load and one store. On GPUs it mixes as many as fit into 16 "
                "bytes. If a gray 8-bit image becomes colour there, it looks the results up in a table.",
        .plan = plan,
    };
}

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

void checkMixer(const ImageShape&, const ParameterValues& parameters) {
    const int k = parameters.matrix("matrix").k;
    if (k != 0 && k != 3)
        failPredicate(ErrorKind::Usage, "takes a matrix of 3 rows, not " + std::to_string(k), "matrix");
}

Parameter offset(const std::string& name, const std::string& label) {
    return realParameter(name, label, "%", -100, 100, 1, 0, "It is added to this channel, in percent of full scale.");
}

} // namespace

Filter channel_mixer() {
    return {
        .id = "channel-mixer",
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
        .check = checkMixer,
        .reference =
            [](const Image& input, const ParameterValues& parameters) {
                return mixingReference(input, colourShape(input.shape()), mixingOfChannels(parameters));
            },
        .variants = {mixingVariant(mixingOfChannels, colourShape)},
    };
}

namespace {

using Matrix3 = std::array<double, 9>;

constexpr Matrix3 yiqOfRgb = {0.299,       0.587,      0.114,       0.59590059, -0.27455667,
                              -0.32134392, 0.21153661, -0.52273617, 0.31119955};

Matrix3 product(const Matrix3& a, const Matrix3& b) {
    Matrix3 result{};
    for (std::size_t i = 0; i < 9; ++i)
        for (std::size_t k = 0; k < 3; ++k)
            result[i] += a[i / 3 * 3 + k] * b[3 * k + i % 3];
    return result;
}

/// The inverse matrix, by cofactors.
Matrix3 inverse(const Matrix3& m) {
    Matrix3 result{};
    for (std::size_t i = 0; i < 9; ++i) {
        const std::size_t r = i % 3, c = i / 3, r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
        result[i] = m[3 * r1 + c1] * m[3 * r2 + c2] - m[3 * r1 + c2] * m[3 * r2 + c1];
    }
    const double determinant = m[0] * result[0] + m[1] * result[3] + m[2] * result[6];
    for (double& value : result)
        value /= determinant;
    return result;
}

Mixing mixingOfHue(const ParameterValues& parameters) {
    const Direction hue = directionOf(parameters.real("hue"));
    const double scale = parameters.real("saturation") / 100, c = scale * hue.cosine, s = scale * hue.sine;
    return {.weights = product(inverse(yiqOfRgb), product({1, 0, 0, 0, c, -s, 0, s, c}, yiqOfRgb))};
}

} // namespace

Filter saturation_hue() {
    return {
        .id = "saturation-hue",
        .label = "Saturation and hue",
        .group = "Colour",
        .summary = "Makes colours stronger or weaker, and turns the hue.",
        .synonyms = {"vibrance", "colourfulness", "colour shift", "desaturate"},
        .doc = "Turns (I, Q) of the YIQ colour space by the hue's angle and multiplies it by the saturation; Y, the "
               "luma, does not change. YIQ is that of NTSC, with the weights of scikit-image's rgb2yiq. Both steps "
               "together are one 3 x 3 matrix. It is applied to red, green and blue in float, and the results are "
               "rounded half to even and saturated. Gray images and alpha do not change.",
        .parameters = {realParameter("saturation", "Saturation", "%", 0, 400, 1, 100,
                                     "0 is gray; 100 changes nothing."),
                       realParameter("hue", "Hue", "deg", -180, 180, 1, 0,
                                     "Angle in the plane of I and Q, from I towards Q.")},
        .locality = pointLocality,
        .reference =
            [](const Image& input, const ParameterValues& parameters) {
                return mixingReference(input, input.shape(), mixingOfHue(parameters));
            },
        .variants = {mixingVariant(mixingOfHue)},
    };
}

} // namespace lightbench::filters
