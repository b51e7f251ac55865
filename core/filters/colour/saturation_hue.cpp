// saturation-hue: rotates colours around the gray axis and scales their distance from it, in YIQ.
#include "core/base/direction.h"
#include "core/filters/colour/mixing.h"
#include "core/filters/point/point_filter.h"

namespace lightbench::filters {

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
