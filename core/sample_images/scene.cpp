// The sample image of a landscape at dusk: sky, mountain ranges, a wood, a lake that mirrors them, and a boat.
#include <numbers>

#include "core/sample_images/canvas.h"

namespace lightbench::samples {

namespace {

// Lengths are shares of the picture's height; x runs from 0 to the aspect ratio.
constexpr float shore = 0.715f;
constexpr float sunHeight = 0.262f;

struct View {
    float aspect, pixel; ///< width over height; one pixel's height
    float sunX() const { return 0.66f * aspect; }
    float centre(int i) const { return (float(i) + 0.5f) * pixel; }
};

/// Adds light (blend mode screen), never beyond white.
Colour screen(Colour a, Colour b) {
    return {1 - (1 - a.r) * (1 - std::min(1.0f, b.r)), 1 - (1 - a.g) * (1 - std::min(1.0f, b.g)),
            1 - (1 - a.b) * (1 - std::min(1.0f, b.b))};
}

/// A gradient through colours at rising positions.
Colour ramp(const std::pair<float, unsigned>* stops, int count, float t) {
    for (int i = 1; i < count; ++i)
        if (t < stops[i].first)
            return mix(hex(stops[i - 1].second), hex(stops[i].second), smooth(stops[i - 1].first, stops[i].first, t));
    return hex(stops[count - 1].second);
}

// Sky.

Colour clearSky(float y) {
    static constexpr std::pair<float, unsigned> stops[] = {{-0.1f, 0x20498a}, {0.16f, 0x4c86c0}, {0.31f, 0x92bbd2},
                                                           {0.43f, 0xe9d2ac}, {0.58f, 0xf6b98a}, {0.75f, 0xe88f78}};
    return ramp(stops, 6, y);
}

/// Stretched clouds, denser to one side, lit by the sun.
float cloudDepth(const View& view, float x, float y) {
    const float bend = 0.25f * noise(x * 1.3f, y * 2, 11);
    const float depth = cloudNoise(x * 1.5f + 4 + bend, y * 6.5f + 0.5f * x + bend, 6, 12);
    const float high = smooth(0.0f, 0.12f, y) * (1 - smooth(0.40f, 0.54f, y));
    return smooth(-0.02f, 0.5f, depth + 0.10f * (x / view.aspect) - 0.04f) * high;
}

Colour sky(const View& view, float x, float y) {
    const float away = std::hypot(x - view.sunX(), y - sunHeight);
    Colour colour = clearSky(y);
    const float cloud = cloudDepth(view, x, y);
    const float lit = std::exp(-away * 2.6f);
    const Colour cloudColour = mix(mix(hex(0x8fa3c4), hex(0xf2c3a0), smooth(0.1f, 0.45f, y)), hex(0xffe9c4), lit);
    colour = mix(colour, cloudColour, 0.8f * cloud);
    const float glow = 0.80f * std::exp(-away * 8.5f) + 0.30f * std::exp(-away * 2.6f);
    colour = screen(colour, hex(0xffb766) * glow);
    const float disc = coverage((0.037f - away) / view.pixel);
    return mix(colour, hex(0xfffae8), disc * (1 - 0.35f * cloud));
}

// Ranges.

struct Range {
    float height;   ///< of its middle, from the top of the picture
    float relief;   ///< height of its peaks
    float features; ///< peaks across one picture height
    unsigned seed;
    unsigned rock, haze;
    float mist; ///< share of haze at its foot
};

constexpr Range ranges[] = {{0.470f, 0.150f, 1.5f, 101, 0x7f8fb5, 0xe9c3aa, 0.85f},
                            {0.545f, 0.105f, 2.0f, 202, 0x56698f, 0xd9ae9f, 0.80f},
                            {0.605f, 0.085f, 2.7f, 303, 0x3a4f6d, 0xb68f92, 0.72f},
                            {0.660f, 0.060f, 3.6f, 404, 0x24413f, 0x7d7478, 0.60f}};

/// Ridged noise: the absolute value of noise gives sharp crests.
float crest(float x, int octaves, unsigned seed) {
    float sum = 0, height = 0.5f;
    for (int octave = 0; octave < octaves; ++octave, height *= 0.52f, x *= 2.03f)
        sum += height * (1 - 2 * std::abs(noise(x, 0.37f * float(octave), seed + unsigned(octave))));
    return sum;
}

float ridge(const Range& range, const View& view, float x) {
    const float rise = 0.03f * std::sin(2.2f * x / view.aspect * std::numbers::pi_v<float> + float(range.seed));
    return range.height - range.relief * crest(x * range.features + 7, 9, range.seed) + rise;
}

/// The height of a range's ground at a point, used to shade slopes.
float ground(const Range& range, float x, float y) {
    const float f = range.features * 3.2f;
    return cloudNoise(x * f + 0.6f * y * f, y * f * 0.8f, 6, range.seed + 50);
}

/// Snow starts at a ragged line below the crest.
Colour snow(Colour rock, float x, float y, float below, float facing) {
    const float line = 0.062f + 0.075f * cloudNoise(x * 9, y * 13, 5, 77);
    const Colour white = mix(hex(0x93a6cf), hex(0xfff0e0), facing);
    return mix(rock, white, 0.9f * (1 - smooth(0.75f, 1.0f, below / std::max(line, 0.004f))));
}

Colour slopes(const Range& range, const View& view, float x, float y, float below) {
    const float step = 0.004f;
    const float sun = std::clamp((view.sunX() - x) * 3, -1.0f, 1.0f);
    const float rise = (ground(range, x + sun * step, y - step) - ground(range, x, y)) / step;
    const float facing = 0.5f - 0.5f * std::tanh(0.28f * rise / range.features);
    const Colour rock = hex(range.rock);
    Colour colour = mix(rock * 0.72f, mix(rock, hex(0xffd2a1), 0.28f), facing);
    if (&range == &ranges[0]) colour = snow(colour, x, y, below, facing);
    const float lift = 0.5f + 0.5f * cloudNoise(x * 3, y * 9, 4, range.seed + 9);
    return mix(colour, hex(range.haze), range.mist * smooth(0.02f, 0.17f, below * (0.6f + 0.8f * lift)));
}

// Wood: spruces in a row, each a triangle with ragged sides.

float spruce(float x, float foot, float height, unsigned seed) {
    const float half = 0.20f * height;
    const float away = std::abs(x - foot);
    if (away >= half) return 0;
    const float branches = 0.16f * noise(x * 260, foot * 31, seed) + 0.10f * noise(x * 620, foot * 17, seed + 1);
    return std::max(0.0f, height * (1 - away / half * (1 + branches) + 0.25f * branches));
}

/// Height of the wood above the shore: taller towards both sides, with a gap under the sun.
float wood(const View& view, float x) {
    constexpr float spacing = 0.0125f;
    const int near = int(std::floor(x / spacing));
    float maximum = 0.006f + 0.004f * noise(x * 30, 3, 900);
    for (int i = near - 3; i <= near + 3; ++i) {
        const float foot = (float(i) + 0.2f + 0.6f * random(i, 1, 901)) * spacing;
        const float place = foot / view.aspect - 0.60f, side = std::abs(place) / (place < 0 ? 0.60f : 0.42f);
        const float size = 0.022f + 0.085f * side * side + 0.018f * noise(foot * 5, 1, 902);
        maximum = std::max(maximum, spruce(x, foot, size * (0.55f + 0.6f * random(i, 2, 904)), 905));
    }
    return maximum;
}

Colour woodColour(float x, float y) {
    const float leaf = 0.5f + 0.5f * cloudNoise(x * 70, y * 70, 3, 906);
    return mix(hex(0x23413a), hex(0x0a1414), smooth(shore - 0.10f, shore, y)) * (0.7f + 0.6f * leaf);
}

/// Profiles of the ranges and the wood at every quarter column.
struct Profiles {
    std::vector<float> heights;
    int width;
    Profiles(const View& view, int columns) : heights(std::size_t(columns) * 20), width(columns) {
        parallelRows(columns * 4, [&](int i) {
            const float x = (float(i) + 0.5f) / 4 * view.pixel;
            float* to = &heights[std::size_t(i) * 5];
            for (int r = 0; r < 4; ++r)
                to[r] = ridge(ranges[r], view, x);
            to[4] = shore - wood(view, x);
        });
    }
    float middle(int column, int layer) const {
        return heights[(std::size_t(column) * 4 + 2) * 5 + std::size_t(layer)];
    }
    float cover(const View& view, int column, int layer, float y) const {
        float sum = 0;
        for (int i = 0; i < 4; ++i)
            sum += coverage((y - heights[(std::size_t(column) * 4 + std::size_t(i)) * 5 + std::size_t(layer)]) /
                            view.pixel);
        return sum / 4;
    }
};

Colour land(const View& view, const Profiles& profiles, int column, float y) {
    const float x = view.centre(column);
    // Front to back: hidden parts are not computed.
    int back = 4;
    while (back >= 0 && profiles.cover(view, column, back, y) < 1)
        --back;
    Colour colour = back < 0 ? sky(view, x, y) : Colour{};
    for (int layer = std::max(back, 0); layer < 5; ++layer) {
        const float alpha = profiles.cover(view, column, layer, y), top = profiles.middle(column, layer);
        if (alpha <= 0) continue;
        const Colour over = layer == 4 ? woodColour(x, y) : slopes(ranges[layer], view, x, y, y - top);
        colour = mix(colour, over, alpha);
    }
    return colour;
}

// Lake.

/// The picture above the shore, sampled with interpolation.
Colour mirrored(const Canvas& canvas, float x, float y, int shoreRow) {
    const float cx = std::clamp(x - 0.5f, 0.0f, float(canvas.width() - 1)),
                cy = std::clamp(y - 0.5f, 0.0f, float(shoreRow - 1));
    const int i = int(cx), j = int(cy), i1 = std::min(i + 1, canvas.width() - 1), j1 = std::min(j + 1, shoreRow - 1);
    const float u = cx - float(i), v = cy - float(j);
    return mix(mix(canvas.at(i, j), canvas.at(i1, j), u), mix(canvas.at(i, j1), canvas.at(i1, j1), u), v);
}

Colour lake(const Canvas& canvas, const View& view, int column, float y, int shoreRow) {
    const float x = view.centre(column), depth = y - shore, sideways = x - view.sunX();
    const float far = 0.06f / (depth + 0.02f); // waves get smaller towards the shore
    const float swell = cloudNoise(sideways * (2 + far * 5), far * 60, 4, 501);
    const float ripple = noise(sideways * (9 + far * 18), far * 190, 502);
    const float strength = smooth(0.0f, 0.25f, depth);
    const float dy = (swell + 0.35f * ripple) * (0.010f + 0.075f * strength);
    const float dx = 0.004f * strength * ripple;
    const Colour reflection =
        mirrored(canvas, (x + dx) / view.pixel, (shore - depth * 1.95f + dy) / view.pixel, shoreRow);
    Colour colour = mix(reflection, hex(0x12344c), 0.16f + 0.42f * strength) * (0.94f + 0.12f * (swell + ripple));
    const float path = std::exp(-std::pow(sideways / (0.035f + 0.26f * depth), 2.0f));
    const float spark = smooth(0.05f, 0.5f, swell + 0.5f * ripple) + 0.12f;
    colour = screen(colour, hex(0xffc98a) * (0.85f * path * spark * (1 - 0.35f * strength)));
    const float rim = std::exp(-depth / 0.003f); // a bright line along the shore
    return mix(colour, hex(0xd9b8a0), 0.35f * rim);
}

// Boat.

/// The distance of a point from the edge of a convex polygon, positive inside. Corners are clockwise on the screen.
float inside(const float (*corners)[2], int count, float x, float y) {
    float minimum = 1e9f;
    for (int i = 0; i < count; ++i) {
        const float* a = corners[i];
        const float* b = corners[(i + 1) % count];
        const float ex = b[0] - a[0], ey = b[1] - a[1];
        minimum = std::min(minimum, (ex * (y - a[1]) - ey * (x - a[0])) / std::hypot(ex, ey));
    }
    return minimum;
}

constexpr float hull[][2] = {{-0.052f, -0.004f}, {0.058f, -0.006f}, {0.040f, 0.014f}, {-0.040f, 0.014f}};
constexpr float mainSail[][2] = {{0.004f, -0.128f}, {0.050f, -0.016f}, {0.004f, -0.014f}};
constexpr float jib[][2] = {{-0.003f, -0.116f}, {-0.003f, -0.014f}, {-0.046f, -0.012f}};
constexpr float mast[][2] = {{-0.001f, -0.134f}, {0.002f, -0.134f}, {0.002f, -0.002f}, {-0.001f, -0.002f}};

void paintBoat(Canvas& canvas, const View& view, float footX, float footY, bool mirror) {
    const float up = mirror ? -0.8f : 1.0f, alpha = mirror ? 0.38f : 1.0f;
    const int top = std::max(0, int((footY - 0.15f) / view.pixel)),
              left = std::max(0, int((footX - 0.08f) / view.pixel));
    const int bottom = std::min(canvas.height(), int((footY + 0.15f) / view.pixel) + 1);
    const int right = std::min(canvas.width(), int((footX + 0.08f) / view.pixel) + 1);
    for (int row = top; row < bottom; ++row)
        for (int column = left; column < right; ++column) {
            const float y = (view.centre(row) - footY - (mirror ? 0.021f : 0)) * up;
            const float sway = mirror ? 0.004f * noise(view.centre(row) * 160, view.centre(column) * 20, 88) : 0;
            const float x = view.centre(column) - footX + sway;
            const auto layer = [&](const auto& shape, Colour colour) {
                const float cover = coverage(inside(shape, int(std::size(shape)), x, y) / view.pixel);
                if (cover > 0) canvas.cover(column, row, colour, cover * alpha);
            };
            layer(mast, hex(0x3a2a22));
            layer(mainSail, mix(hex(0xd8402f), hex(0xf2703f), smooth(0.0f, 0.045f, x)));
            layer(jib, mix(hex(0xfff2dc), hex(0xd9c2b4), smooth(-0.04f, 0.0f, x)));
            layer(hull, y < 0.001f ? hex(0xf0e4d2) : hex(0x5a2b22));
        }
}

} // namespace

Image drawScene(Size size) {
    Canvas canvas(size);
    const View view{float(size.width) / float(size.height), 1.0f / float(size.height)};
    const int shoreRow = std::clamp(int(shore * float(size.height)), 1, size.height);
    const Profiles profiles(view, size.width);
    canvas.paint(0, shoreRow, [&](int x, int y) { return land(view, profiles, x, view.centre(y)); });
    canvas.paint(shoreRow, size.height, [&](int x, int y) { return lake(canvas, view, x, view.centre(y), shoreRow); });
    for (const bool mirror : {true, false})
        paintBoat(canvas, view, 0.30f * view.aspect, 0.835f, mirror);
    return canvas.finish(true);
}

} // namespace lightbench::samples
