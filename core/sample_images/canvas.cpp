#include "core/sample_images/canvas.h"

#include <cstdint>
#include <numbers>

namespace lightbench::samples {

namespace {
/// An integer hash (the finaliser of MurmurHash3 over three words).
std::uint32_t hash(int x, int y, unsigned seed) {
    std::uint32_t h = std::uint32_t(x) * 0x8da6b343u ^ std::uint32_t(y) * 0xd8163841u ^ seed * 0xcb1ab31fu;
    h = (h ^ (h >> 16)) * 0x85ebca6bu;
    h = (h ^ (h >> 13)) * 0xc2b2ae35u;
    return h ^ (h >> 16);
}

/// The dot product of a lattice point's gradient (one of eight directions) with the offset from it.
float slope(int x, int y, unsigned seed, float dx, float dy) {
    static constexpr float d = std::numbers::sqrt2_v<float> / 2;
    static constexpr float directions[8][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {d, d}, {-d, d}, {d, -d}, {-d, -d}};
    const float* direction = directions[hash(x, y, seed) & 7];
    return direction[0] * dx + direction[1] * dy;
}

float fade(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }
} // namespace

Colour hue(float turn) {
    const auto lobe = [&](float centre) {
        const float d = std::abs(turn - centre - std::floor(turn - centre + 0.5f)) * 6;
        return std::clamp(2 - d, 0.0f, 1.0f);
    };
    return {lobe(0), lobe(1.0f / 3), lobe(2.0f / 3)};
}

float random(int x, int y, unsigned seed) { return float(hash(x, y, seed) >> 8) / float(1 << 24); }

float randomNormal(int x, int y, unsigned seed) {
    const float radius = std::sqrt(-2 * std::log(1 - random(x, y, seed)));
    return radius * std::cos(2 * std::numbers::pi_v<float> * random(x, y, seed + 7919));
}

float noise(float x, float y, unsigned seed) {
    const float left = std::floor(x), top = std::floor(y);
    const int i = int(left), j = int(top);
    const float dx = x - left, dy = y - top, u = fade(dx);
    const float upper = std::lerp(slope(i, j, seed, dx, dy), slope(i + 1, j, seed, dx - 1, dy), u);
    const float lower = std::lerp(slope(i, j + 1, seed, dx, dy - 1), slope(i + 1, j + 1, seed, dx - 1, dy - 1), u);
    return 1.5f * std::lerp(upper, lower, fade(dy));
}

float cloudNoise(float x, float y, int octaves, unsigned seed) {
    float sum = 0, height = 0.5f;
    for (int octave = 0; octave < octaves; ++octave, height /= 2, x *= 2, y *= 2)
        sum += height * noise(x, y, seed + unsigned(octave));
    return sum;
}

Image Canvas::finish(bool grain) const {
    Image image(ImageShape{size_, {SampleType::U8, 4}, Layout::NoAlpha});
    parallelRows(size_.height, [&](int y) {
        std::uint8_t* row = image.row<std::uint8_t>(y);
        for (int x = 0; x < size_.width; ++x) {
            const Colour c = at(x, y);
            const float add = grain ? random(x, y, 4711) : 0.5f;
            const auto sample = [&](float v) { return std::uint8_t(std::clamp(v * 255 + add, 0.0f, 255.0f)); };
            row[4 * x] = sample(c.r);
            row[4 * x + 1] = sample(c.g);
            row[4 * x + 2] = sample(c.b);
            row[4 * x + 3] = 255;
        }
    });
    return image;
}

} // namespace lightbench::samples
