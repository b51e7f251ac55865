// Drawing helpers for the sample images: floating-point colours, seeded noise, anti-aliased edges. Only
// core/sample_images/sample_images.cpp and the drawings beside this header use it.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/parallel.h"
#include "core/image/image.h"

namespace lightbench::samples {

/// Display-referred red, green and blue (sRGB), 0..1.
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
/// A fully saturated hue; `turn` is 0..1 around the colour circle from red.
Colour hue(float turn);

/// 0 below `from`, 1 above `to`, smooth in between.
inline float smooth(float from, float to, float x) {
    const float t = std::clamp((x - from) / (to - from), 0.0f, 1.0f);
    return t * t * (3 - 2 * t);
}
/// The share of a pixel inside an edge that passes `distance` pixels from its centre (positive: inside).
inline float coverage(float distance) { return std::clamp(distance + 0.5f, 0.0f, 1.0f); }

/// A random number in 0..1 from the position, uniformly distributed. Rows can be drawn in any order.
float random(int x, int y, unsigned seed);
/// Normally distributed, mean 0, deviation 1 (Box and Muller).
float randomNormal(int x, int y, unsigned seed);
/// Gradient noise after Perlin (2002), about -1..1, with features of size 1.
float noise(float x, float y, unsigned seed);
/// A sum of noise octaves, each with half the size and half the amplitude of the one before; about -1..1.
float cloudNoise(float x, float y, int octaves, unsigned seed);

/// A picture being drawn.
class Canvas {
public:
    explicit Canvas(Size size) : size_(size), pixels_(size.area()) {}
    Size size() const { return size_; }
    int width() const { return size_.width; }
    int height() const { return size_.height; }
    Colour& at(int x, int y) { return pixels_[std::size_t(y) * std::size_t(size_.width) + std::size_t(x)]; }
    const Colour& at(int x, int y) const { return const_cast<Canvas*>(this)->at(x, y); }
    /// Blends a colour over a pixel.
    void cover(int x, int y, Colour colour, float alpha) { at(x, y) = mix(at(x, y), colour, alpha); }
    /// at(x, y) = shade(x, y) for every pixel of rows from..to-1.
    template <class Shade> void paint(int from, int to, Shade shade) {
        parallelRows(std::max(0, to - from), [&](int row) {
            for (int x = 0; x < size_.width; ++x)
                at(x, from + row) = shade(x, from + row);
        });
    }
    template <class Shade> void paint(Shade shade) { paint(0, size_.height, shade); }
    /// Converts to RGBA 8-bit. With `grain`, noise decides the rounding, so that smooth skies do not band.
    Image finish(bool grain) const;

private:
    Size size_;
    std::vector<Colour> pixels_;
};

// One function per sample image.
Image drawScene(Size size);
Image drawGradients(Size size);
Image drawTexture(Size size);
Image drawText(Size size);
Image drawNoise(Size size);
Image drawColourChart(Size size);

} // namespace lightbench::samples
