// Converts floats in the same order of operations as the kernels, so that results agree.
#include "core/filters/colour/colour_space_floats.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lightbench {

namespace {
constexpr float tiny = std::numeric_limits<float>::epsilon();

float power(float value, float exponent) { return float(std::pow(double(value), double(exponent))); }

float linear(float value) {
    const float v = std::clamp(value, 0.0f, 1.0f);
    return v <= 0.04045f ? v * (1.0f / 12.92f) : power((v + 0.055f) * (1.0f / 1.055f), 2.4f);
}
float encodedFloat(float value) {
    const float v = std::clamp(value, 0.0f, 1.0f);
    return v <= 0.0031308f ? v * 12.92f : 1.055f * power(v, 1.0f / 2.4f) - 0.055f;
}
float root(float t) { return t > 0.008856f ? float(std::cbrt(double(t))) : 7.787f * t + 16.0f / 116.0f; }
float cube(float f) { return f > 0.206893f ? f * f * f : (f - 16.0f / 116.0f) * (1.0f / 7.787f); }
} // namespace

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

ThreeFloats floatLabOfRgb(const ThreeFloats& p) {
    const float r = linear(p[0]), g = linear(p[1]), b = linear(p[2]);
    const float x = root(0.433953f * r + 0.376219f * g + 0.189828f * b);
    const float y = root(0.212671f * r + 0.715160f * g + 0.072169f * b);
    const float z = root(0.017758f * r + 0.109477f * g + 0.872765f * b);
    return {116.0f * y - 16.0f, 500.0f * (x - y), 200.0f * (y - z)};
}

ThreeFloats floatRgbOfLab(const ThreeFloats& p) {
    const float y = (p[0] + 16.0f) * (1.0f / 116.0f);
    const float fx = cube(y + p[1] * 0.002f) * 0.950456f, fy = cube(y);
    const float fz = cube(y - p[2] * 0.005f) * 1.088754f;
    return {encodedFloat(3.240479f * fx + -1.53715f * fy + -0.498535f * fz),
            encodedFloat(-0.969256f * fx + 1.875991f * fy + 0.041556f * fz),
            encodedFloat(0.055648f * fx + -0.204043f * fy + 1.057311f * fz)};
}

} // namespace lightbench
