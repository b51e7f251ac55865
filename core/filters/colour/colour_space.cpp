// colour-space: converts RGB to HSV, YCbCr or Lab and back, as OpenCV's cvtColor defines them.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/rounding.h"
#include "core/device/device_traits.h"
#include "core/filters/point/point_filter.h"
#include "core/framework/named_choices.h"

namespace lightbench::filters {

namespace {

using Three = std::array<int, 3>;
using ThreeFloats = std::array<float, 3>;

int rounded(float value) { return int(std::nearbyint(value)); }
int descaled(int value) { return (value + (1 << 13)) >> 14; }

/// ITU-R BT.601 in fixed point with 14 fractional bits. The differences of red and blue are centred at `half`.
template <int half> Three ycbcrOfRgb(const Three& p) {
    const int y = descaled(4899 * p[0] + 9617 * p[1] + 1868 * p[2]);
    return {y, descaled((p[2] - y) * 9241 + (half << 14)), descaled((p[0] - y) * 11682 + (half << 14))};
}

template <int half> Three rgbOfYcbcr(const Three& p) {
    const int y = p[0], blue = p[1] - half, red = p[2] - half;
    return {y + descaled(22987 * red), y + descaled(-5636 * blue - 11698 * red), y + descaled(29049 * blue)};
}

/// scale / divisor in fixed point with 12 fractional bits.
int reciprocal(int scale, int divisor) { return divisor == 0 ? 0 : ((scale << 13) + divisor) / (2 * divisor); }

/// Hue in steps of two degrees; saturation and value in 0..255.
Three hsvOfRgb(const Three& p) {
    const int value = std::ranges::max(p), range = value - std::ranges::min(p);
    const int turned = value == p[0] ? p[1] - p[2] : value == p[1] ? p[2] - p[0] + 2 * range : p[0] - p[1] + 4 * range;
    const int hue = (turned * reciprocal(30, range) + (1 << 11)) >> 12;
    return {hue < 0 ? hue + 180 : hue, (range * reciprocal(255, value) + (1 << 11)) >> 12, value};
}

Three rgbOfHsv(const Three& p) {
    const float hue = float(p[0]) * (1.0f / 30.0f), s = float(p[1]) * (1.0f / 255.0f),
                v = float(p[2]) * (1.0f / 255.0f);
    const float whole = std::floor(hue), part = hue - whole;
    const float low = v * (1.0f - s), down = v * (1.0f - s * part), up = v * (1.0f - s * (1.0f - part));
    const std::array<std::array<float, 3>, 6> sectors = {
        {{v, up, low}, {down, v, low}, {low, v, up}, {low, down, v}, {up, low, v}, {v, low, down}}};
    const auto& rgb = sectors[std::size_t(whole) % 6];
    return {rounded(rgb[0] * 255.0f), rounded(rgb[1] * 255.0f), rounded(rgb[2] * 255.0f)};
}

/// Linear light of each sample value, by sRGB's curve.
const std::vector<float>& linearTable() {
    static const std::vector<float> table = [] {
        std::vector<float> values;
        for (int i = 0; i < 256; ++i)
            values.push_back(float(i <= 10 ? i / 255.0 / 12.92 : std::pow((i / 255.0 + 0.055) / 1.055, 2.4)));
        return values;
    }();
    return table;
}

float power(float value, float exponent) { return float(std::pow(double(value), double(exponent))); }
/// By sRGB's curve; the value is limited to 0..1.
float encoded(float value) {
    const float v = std::clamp(value, 0.0f, 1.0f);
    return v <= 0.0031308f ? v * 12.92f : 1.055f * power(v, 1.0f / 2.4f) - 0.055f;
}

float labRoot(float t) { return t > 0.008856f ? float(std::cbrt(double(t))) : 7.787f * t + 16.0f / 116.0f; }
float labCube(float f) { return f > 0.206893f ? f * f * f : (f - 16.0f / 116.0f) * (1.0f / 7.787f); }

/// L is 0..100; the white point is D65.
ThreeFloats labOfLinear(float r, float g, float b) {
    const float x = labRoot(0.433953f * r + 0.376219f * g + 0.189828f * b);
    const float y = labRoot(0.212671f * r + 0.715160f * g + 0.072169f * b);
    const float z = labRoot(0.017758f * r + 0.109477f * g + 0.872765f * b);
    return {116.0f * y - 16.0f, 500.0f * (x - y), 200.0f * (y - z)};
}
/// The result is limited to 0..1.
ThreeFloats encodedOfLab(const ThreeFloats& p) {
    const float y = (p[0] + 16.0f) * (1.0f / 116.0f);
    const float fx = labCube(y + p[1] * 0.002f) * 0.950456f, fy = labCube(y);
    const float fz = labCube(y - p[2] * 0.005f) * 1.088754f;
    return {encoded(3.240479f * fx + -1.53715f * fy + -0.498535f * fz),
            encoded(-0.969256f * fx + 1.875991f * fy + 0.041556f * fz),
            encoded(0.055648f * fx + -0.204043f * fy + 1.057311f * fz)};
}

/// L in 255ths of 100; a and b centred at 128.
Three labOfRgb(const Three& p) {
    const std::vector<float>& linear = linearTable();
    const auto limited = [](float value) { return rounded(std::clamp(value, 0.0f, 255.0f)); };
    const ThreeFloats lab =
        labOfLinear(linear[std::size_t(p[0])], linear[std::size_t(p[1])], linear[std::size_t(p[2])]);
    return {limited(lab[0] * 2.55f), limited(lab[1] + 128.0f), limited(lab[2] + 128.0f)};
}

Three rgbOfLab(const Three& p) {
    const ThreeFloats rgb = encodedOfLab({float(p[0]) * (100.0f / 255.0f), float(p[1] - 128), float(p[2] - 128)});
    return {rounded(255.0f * rgb[0]), rounded(255.0f * rgb[1]), rounded(255.0f * rgb[2])};
}

// Conversions of floats, in the order of operations of kernels/colour/colour_space/conversions.clh. RGB, saturation and
// value are 0..1; hue is in degrees; Y, Cb and Cr use 0.5 for no colour; L is 0..100, a and b are around 0.

constexpr float tiny = std::numeric_limits<float>::epsilon();

float linear(float value) {
    const float v = std::clamp(value, 0.0f, 1.0f);
    return v <= 0.04045f ? v * (1.0f / 12.92f) : power((v + 0.055f) * (1.0f / 1.055f), 2.4f);
}

ThreeFloats floatHsvOfRgb(const ThreeFloats& p) {
    // As in the kernels: fmax and fmin ignore NaN if another number is not NaN.
    const float value = std::fmax(p[0], std::fmax(p[1], p[2])), range = value - std::fmin(p[0], std::fmin(p[1], p[2]));
    const float scale = 60.0f / (range + tiny);
    const float hue = value == p[0]   ? (p[1] - p[2]) * scale
                      : value == p[1] ? (p[2] - p[0]) * scale + 120.0f
                                      : (p[0] - p[1]) * scale + 240.0f;
    return {hue < 0.0f ? hue + 360.0f : hue, range / (std::fabs(value) + tiny), value};
}

ThreeFloats floatRgbOfHsv(const ThreeFloats& p) {
    const float sixths = p[0] * (1.0f / 60.0f), turned = sixths - 6.0f * std::floor(sixths * (1.0f / 6.0f));
    const float whole = std::clamp(std::floor(turned), 0.0f, 5.0f), part = turned - whole;
    const float s = p[1], v = p[2];
    const float low = v * (1.0f - s), down = v * (1.0f - s * part), up = v * (1.0f - s * (1.0f - part));
    const std::array<ThreeFloats, 6> sectors = {
        {{v, up, low}, {down, v, low}, {low, v, up}, {low, down, v}, {up, low, v}, {v, low, down}}};
    return sectors[whole < 5 ? std::size_t(whole) : 5]; // a hue that is NaN is in the last one, as in the kernels
}

ThreeFloats floatYcbcrOfRgb(const ThreeFloats& p) {
    const float y = 0.299f * p[0] + 0.587f * p[1] + 0.114f * p[2];
    return {y, (p[2] - y) * 0.564f + 0.5f, (p[0] - y) * 0.713f + 0.5f};
}

ThreeFloats floatRgbOfYcbcr(const ThreeFloats& p) {
    const float blue = p[1] - 0.5f, red = p[2] - 0.5f;
    return {p[0] + red * 1.403f, p[0] + (blue * -0.344f + red * -0.714f), p[0] + blue * 1.773f};
}

/// From sRGB; inputs are limited to 0..1.
ThreeFloats floatLabOfRgb(const ThreeFloats& p) { return labOfLinear(linear(p[0]), linear(p[1]), linear(p[2])); }

/// How the floats of a space are stored in 16 bits: times `scale`, plus `offset`.
struct Units {
    ThreeFloats scale, offset;
};
constexpr Units rgbUnits{{65535, 65535, 65535}, {0, 0, 0}};
constexpr Units hsvUnits{{65535.0f / 360, 65535, 65535}, {0, 0, 0}};
constexpr Units labUnits{{655.35f, 257, 257}, {0, 128 * 257, 128 * 257}};

struct Conversion {
    const char *name, *label, *kernel;
    Three (*function)(const Three& pixel);
    ThreeFloats (*floatFunction)(const ThreeFloats& pixel);
    /// The conversion of 16-bit samples: by integers, or by floats in these units.
    Three (*wideFunction)(const Three& pixel);
    Units from{}, to{};
};
constexpr Conversion conversions[] = {
    {"rgb-to-hsv", "RGB to HSV", "hsv_of_rgb", hsvOfRgb, floatHsvOfRgb, nullptr, rgbUnits, hsvUnits},
    {"hsv-to-rgb", "HSV to RGB", "rgb_of_hsv", rgbOfHsv, floatRgbOfHsv, nullptr, hsvUnits, rgbUnits},
    {"rgb-to-ycbcr", "RGB to YCbCr", "ycbcr_of_rgb", ycbcrOfRgb<128>, floatYcbcrOfRgb, ycbcrOfRgb<32768>},
    {"ycbcr-to-rgb", "YCbCr to RGB", "rgb_of_ycbcr", rgbOfYcbcr<128>, floatRgbOfYcbcr, rgbOfYcbcr<32768>},
    {"rgb-to-lab", "RGB to Lab", "lab_of_rgb", labOfRgb, floatLabOfRgb, nullptr, rgbUnits, labUnits},
    {"lab-to-rgb", "Lab to RGB", "rgb_of_lab", rgbOfLab, encodedOfLab, nullptr, labUnits, rgbUnits}};

const Conversion& conversionOf(const ParameterValues& parameters) {
    return rowNamed(conversions, parameters.choice("conversion"));
}

/// Applies a conversion to every pixel's three numbers; alpha stays.
template <class T, class Numbers, class Convert> Image converted(const Image& input, const Convert& convert) {
    Image output(colourShape(input.shape()));
    const int channels = input.channels(), g = channels == 4 ? 1 : 0, b = channels == 4 ? 2 : 0;
    parallelRows(input.height(), [&](int y) {
        const T* from = input.row<T>(y);
        T* to = output.row<T>(y);
        for (int x = 0; x < input.width(); ++x, from += channels, to += 4) {
            using Number = typename Numbers::value_type;
            const Numbers result = convert(Numbers{Number(from[0]), Number(from[g]), Number(from[b])});
            std::ranges::transform(result, to, [](auto value) { return storeSample<T>(value); });
            to[3] = channels == 4 ? from[3] : T(input.format().fullScale());
        }
    });
    return output;
}

/// Converts 16-bit numbers through floats.
ThreeFloats throughFloats(const Conversion& conversion, ThreeFloats pixel) {
    for (std::size_t c = 0; c < 3; ++c)
        pixel[c] = (pixel[c] - conversion.from.offset[c]) * (1.0f / conversion.from.scale[c]);
    pixel = conversion.floatFunction(pixel);
    for (std::size_t c = 0; c < 3; ++c)
        pixel[c] = pixel[c] * conversion.to.scale[c] + conversion.to.offset[c];
    return pixel;
}

Image colourSpaceReference(const Image& input, const ParameterValues& parameters) {
    const Conversion& conversion = conversionOf(parameters);
    if (input.format().type == SampleType::U8) return converted<std::uint8_t, Three>(input, conversion.function);
    if (input.format().type == SampleType::F32) return converted<float, ThreeFloats>(input, conversion.floatFunction);
    if (conversion.wideFunction) return converted<std::uint16_t, Three>(input, conversion.wideFunction);
    return converted<std::uint16_t, ThreeFloats>(
        input, [&](const ThreeFloats& pixel) { return throughFloats(conversion, pixel); });
}

/// The kernels' table: linear light for 8-bit samples, or four rows that convert 16-bit numbers to floats and back (1 /
/// scale and offset, then scale and offset).
std::vector<float> numbersOf(const Conversion& conversion, SampleType type) {
    if (type != SampleType::U16) return linearTable();
    std::vector<float> numbers;
    for (const Units* units : {&conversion.from, &conversion.to})
        for (const ThreeFloats* three : {&units->scale, &units->offset}) {
            const bool isInverse = three == &conversion.from.scale;
            for (float value : *three)
                numbers.push_back(isInverse ? 1.0f / value : value);
            numbers.push_back(0);
        }
    return numbers;
}

Plan colourSpaceSegmentsPlan(const PlanRequest& request) {
    const Conversion& conversion = conversionOf(request.parameters);
    const SampleType type = request.input.format.type;
    const std::vector<float> numbers = numbersOf(conversion, type);
    const bool hasVectors = type == SampleType::U8 && isCpuDevice(request.device);
    Plan plan;
    KernelPass& pass =
        plan.add(hasVectors ? pixelVectorsPass(request, colourShape(request.input), "colour_space/vectors", 40)
                            : pixelSegmentsPass(request, colourShape(request.input), "colour_space/segments", 40));
    pass.defines.push_back({"CONVERSION", conversion.kernel});
    if (type == SampleType::U16) pass.defines.push_back({"THROUGH_FLOATS", conversion.wideFunction ? "0" : "1"});
    pass.arguments.push_back({"numbers", plan.addTable("numbers", numbers)});
    return plan;
}

} // namespace

Filter colour_space() {
    return {
        .id = "colour-space",
        .group = "Colour",
        .summary = "Converts between RGB and HSV, YCbCr or CIE Lab.",
        .synonyms = {"hsv", "ycbcr", "yuv", "lab", "cielab", "convert"},
        .doc = "Converts as OpenCV's cvtColor defines it. The three numbers are stored in place of red, green and "
               "blue. 8-bit HSV holds half the hue in degrees (0..179), the saturation 255 (max - min) / max, and the "
               "value max. 8-bit YCbCr, with Cb before Cr, holds Y of ITU-R BT.601, 0.564 (B - Y) + 128 and 0.713 (R - "
               "Y) + 128; its weights are whole 2^14ths. 8-bit Lab is CIE 1976 of sRGB with white D65; it holds 255 L "
               "/ 100, a + 128 and b + 128. Results are rounded, and cut off at 0 and 255. OpenCV's own fast paths are "
               "less exact: its 8-bit Lab may be off by 2, its float Lab by 0.3, and its 8-bit HSV to RGB drops "
               "fractions. Floats have the ranges of cvtColor: the hue is in degrees, and saturation and value are "
               "0..1. Cb and Cr are 0.5 where there is no colour. L is 0..100, and a and b lie around 0. Red, green "
               "and blue from Lab are cut off at 0 and 1. 16-bit YCbCr is that of cvtColor, with 32768 where there is "
               "no colour. cvtColor has no 16-bit HSV and Lab. They are the floats of s / 65535, multiplied: the hue "
               "by 65535 / 360, saturation and value by 65535, and L by 655.35. Lab's other two are stored as 257 (a + "
               "128) and 257 (b + 128). Gray images count as R = G = B; alpha is copied.",
        .parameters = {choiceParameter("conversion", "Conversion", choicesOf(conversions), "rgb-to-hsv",
                                       "The conversion, from one colour space to another.")},
        .locality = pointLocality,
        .outputShape = colourShape,
        .reference = colourSpaceReference,
        .variants = {Variant{
            .id = "segments",
            .label = "Segments of pixels",
            .idea =
                "Each work-item converts four pixels, with one load and one store. On CPUs it converts sixteen pixels "
                "of 8-bit images at a time, one vector for each channel, and computes roots and powers by arithmetic.",
            // Roots and powers of Lab differ in the last bits between devices and sometimes round differently. That is
            // more frequent with 16 bits, where 500 times a difference of roots is stored in steps of 1/257.
            .tolerance = {.maxSteps = 1,
                          .maxShare = 0.001,
                          .maxShare16 = 0.05,
                          .magnitudeFactor = 1e-5,
                          .resultFactor = 1e-6,
                          .magnitude = 1},
            .plan = colourSpaceSegmentsPlan,
        }},
    };
}

} // namespace lightbench::filters
