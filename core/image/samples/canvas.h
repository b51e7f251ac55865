// What the sample images are drawn with: colours in floating point, seeded noise, anti-aliased edges.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/parallel.h"
#include "core/image/image.h"

namespace lightbench::samples {

/// Red, green and blue as a display takes them (sRGB), 0..1.
struct Colour {
    float r = 0, g = 0, b = 0;
};
inline Colour operator+(Colour a, Colour b) { return {a.r + b.r, a.g + b.g, a.b + b.b}; }
inline Colour operator*(Colour a, float f) { return {a.r * f, a.g * f, a.b * f}; }
inline Colour mix(Colour a, Colour b, float t) { return a * (1 - t) + b * t; }
inline Colour gray(float v) { return {v, v, v}; }
/// 0xrrggbb.
inline Colour hex(unsigned rgb) {
    return {float(rgb >> 16) / 255, float(rgb >> 8 & 255) / 255, float(rgb & 255) / 255};
}
/// A fully saturated hue, 0..1 round the circle from red.
Colour hue(float turn);

/// 0 below `from`, 1 above `to`, smooth between.
inline float smooth(float from, float to, float x) {
    const float t = std::clamp((x - from) / (to - from), 0.0f, 1.0f);
    return t * t * (3 - 2 * t);
}
/// How much of a pixel lies inside an edge that passes `distance` pixels from its centre (positive: inside).
inline float coverage(float distance) { return std::clamp(distance + 0.5f, 0.0f, 1.0f); }

/// Random numbers by position, so that rows can be drawn in any order: 0..1, evenly spread.
float random(int x, int y, unsigned seed);
/// Normally distributed, mean 0, deviation 1 (Box and Muller).
float randomNormal(int x, int y, unsigned seed);
/// Gradient noise after Perlin (2002), about -1..1, features of size 1.
float noise(float x, float y, unsigned seed);
/// Octaves of noise, each of half the size and half the height; about -1..1.
float cloudNoise(float x, float y, int octaves, unsigned seed);

/// A picture under work.
class Canvas {
public:
    explicit Canvas(Size size) : size_(size), pixels_(size.area()) {}
    Size size() const { return size_; }
    int width() const { return size_.width; }
    int height() const { return size_.height; }
    Colour& at(int x, int y) { return pixels_[std::size_t(y) * std::size_t(size_.width) + std::size_t(x)]; }
    const Colour& at(int x, int y) const { return const_cast<Canvas*>(this)->at(x, y); }
    /// Lays a colour over a pixel.
    void cover(int x, int y, Colour colour, float alpha) { at(x, y) = mix(at(x, y), colour, alpha); }
    /// at(x, y) = shade(x, y) for every pixel of rows from..to-1.
    template <class Shade> void paint(int from, int to, Shade shade) {
        parallelRows(std::max(0, to - from), [&](int row) {
            for (int x = 0; x < size_.width; ++x)
                at(x, from + row) = shade(x, from + row);
        });
    }
    template <class Shade> void paint(Shade shade) { paint(0, size_.height, shade); }
    /// RGBA 8-bit. `grain`: rounding is decided by noise, so that smooth skies do not band.
    Image finish(bool grain) const;

private:
    Size size_;
    std::vector<Colour> pixels_;
};

// The kinds.
Image drawScene(Size size);
Image drawGradients(Size size);
Image drawTexture(Size size);
Image drawText(Size size);
Image drawNoise(Size size);
Image drawColourChart(Size size);

} // namespace lightbench::samples
