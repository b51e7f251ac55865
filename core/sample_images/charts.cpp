// Sample images that consist of panels: gradients, texture, noise and colour chart.
#include <numbers>

#include "core/sample_images/canvas.h"

namespace lightbench::samples {

namespace {
constexpr float pi = std::numbers::pi_v<float>;

/// Drawing units: 1280 x 853 for every image size. `pixel` is the width of one pixel in these units.
struct ChartPoint {
    float x, y, pixel;
};

template <class Shade> Image drawPoints(Size size, bool grain, Shade shade) {
    Canvas canvas(size);
    const float across = 1280.0f / float(size.width), down = 853.0f / float(size.height);
    canvas.paint([&](int x, int y) {
        const ChartPoint point{(float(x) + 0.5f) * across, (float(y) + 0.5f) * down, std::max(across, down)};
        return shade(point, x, y);
    });
    return canvas.finish(grain);
}

/// A sine of this phase. It fades to its mean if a pixel is too wide for it, as a lens would blur it.
float wave(float phase, float phasePerPixel) { return std::sin(phase) * (1 - smooth(0.8f * pi, pi, phasePerPixel)); }

/// Two by two panels with lines between them, numbered 0 to 3 in reading order. `edge` is the distance to the nearest
/// line.
struct Panel {
    int index;
    float u, v; ///< 0..1 inside the panel
    float edge;
};

Panel panelOf(ChartPoint point) {
    const int column = point.x >= 640, row = point.y >= 426.5f;
    return {row * 2 + column, point.x / 640 - float(column), point.y / 426.5f - float(row),
            std::min(std::abs(point.x - 640), std::abs(point.y - 426.5f))};
}

// Gradients.

Colour colourField(float u, float v) {
    const Colour pure = hue(u);
    return v < 0.5f ? mix(gray(1), pure, v * 2) : mix(pure, gray(0), v * 2 - 1);
}

Colour darkGlow(float u, float v) {
    const float d = std::hypot(u - 0.5f, (v - 0.5f) * 0.7f);
    return mix(hex(0x2b3a4d), hex(0x0b0d12), smooth(0, 0.55f, d));
}

Colour gradientShade(ChartPoint point) {
    const float u = point.x / 1280;
    static constexpr unsigned ramps[] = {0xffffff, 0xff0000, 0x00ff00, 0x0000ff};
    if (point.y < 240) return hex(ramps[int(point.y / 60)]) * u;
    if (point.y < 290) return gray(std::floor(u * 16) / 15);
    if (point.y < 600) return colourField(u, (point.y - 290) / 310);
    return point.x < 640 ? darkGlow(point.x / 640, (point.y - 600) / 253)
                         : mix(mix(hex(0x3f7fbf), hex(0xf2c79a), u * 2 - 1), hex(0xf7f1e6), (point.y - 600) / 253);
}

// Texture.

Colour zonePlate(Panel panel, float pixel) {
    const float x = (panel.u - 0.5f) * 640, y = (panel.v - 0.5f) * 426.5f, r = std::hypot(x, y);
    // The phase grows with the square of the radius. The rings reach the pixel frequency at the left and right edge.
    const float rate = pi / 320;
    return gray(0.5f + 0.5f * wave(rate * r * r / 2 + pi / 2, rate * r * pixel));
}

/// After Campbell and Robson (1968): frequency rises to the right, contrast falls upwards.
Colour contrastChart(Panel panel, float pixel) {
    const float octaves = std::numbers::ln2_v<float> * 7;
    const float phase = 12 / octaves * std::exp(octaves * panel.u);
    const float contrast = std::pow(panel.v, 2.5f);
    return gray(0.5f + 0.5f * contrast * wave(phase, 12 * std::exp(octaves * panel.u) * pixel / 640));
}

/// Plain weave: threads with a round section pass over and under alternately.
Colour weave(ChartPoint point) {
    const float u = point.x / 14, v = point.y / 14;
    const int i = int(std::floor(u)), j = int(std::floor(v));
    const float du = u - float(i) - 0.5f, dv = v - float(j) - 0.5f;
    const bool warp = (i + j) % 2 == 0;
    const float section = warp ? du : dv, length = warp ? dv : du;
    const float light = (1 - 2.6f * section * section) * (1 - 1.1f * length * length);
    const float fibre =
        0.09f * noise(warp ? point.x * 1.1f : point.x * 0.12f, warp ? point.y * 0.12f : point.y * 1.1f, 5);
    const float tone = 0.05f * (random(warp ? i : j, warp, 3) - 0.5f);
    const Colour thread = warp ? hex(0x3f6f9f) : hex(0xe4dcc8);
    return thread * std::clamp(light + fibre + tone, 0.12f, 1.1f);
}

Colour stone(ChartPoint point) {
    const float x = point.x / 90, y = point.y / 90;
    const float bend = 0.35f * noise(x * 0.8f, y * 0.8f, 21), sway = 0.35f * noise(x * 0.8f, y * 0.8f, 22);
    const float vein = 1 - 3.2f * std::abs(cloudNoise(x + bend, y + sway, 5, 31));
    const float body = 0.5f + 0.5f * cloudNoise(x * 1.7f, y * 1.7f, 6, 41);
    const float speck = random(int(point.x), int(point.y), 51) > 0.985f ? 0.12f : 0;
    const Colour base = mix(hex(0x5d5048), hex(0xb59f86), body);
    return mix(base, hex(0xf0e6d6), 0.75f * smooth(0.72f, 1.0f, vein)) + gray(speck);
}

Colour textureShade(ChartPoint point) {
    const Panel panel = panelOf(point);
    if (panel.edge < 2) return gray(1);
    switch (panel.index) {
    case 0: return zonePlate(panel, point.pixel);
    case 1: return contrastChart(panel, point.pixel);
    case 2: return weave(point);
    default: return stone(point);
    }
}

// Noise.

/// The image below the noise: a soft ramp with a disc, a square and a bar.
Colour shapes(Panel panel, float pixel) {
    const float x = panel.u * 640, y = panel.v * 426.5f;
    Colour colour = mix(hex(0x5b6b7a), hex(0xb9c2c4), panel.u);
    const float square = std::max(std::abs(x - 430), std::abs(y - 190));
    colour = mix(colour, hex(0xd98e3f), coverage((90 - square) / pixel));
    colour = mix(colour, hex(0x2f5d8c), coverage((110 - std::hypot(x - 210, y - 200)) / pixel));
    const float bar = std::max(std::abs(x - 320) - 230, std::abs(y - 360) - 14);
    return mix(colour, hex(0xf4f1ea), coverage(-bar / pixel));
}

/// White noise minus its local mean, which leaves fine grain only.
float blueNoise(int x, int y) {
    float sum = 0;
    for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i)
            sum += random(x + i, y + j, 77);
    return random(x, y, 77) - sum / 9;
}

Colour noiseShade(ChartPoint point, int x, int y) {
    const Panel panel = panelOf(point);
    if (panel.edge < 2) return gray(1);
    const Colour under = shapes(panel, point.pixel);
    if (panel.index == 0) return under + gray(0.5f * (random(x, y, 61) - 0.5f));
    if (panel.index == 1)
        return under + Colour{randomNormal(x, y, 62), randomNormal(x, y, 63), randomNormal(x, y, 64)} * 0.1f;
    if (panel.index == 3) return under + gray(0.55f * blueNoise(x, y));
    const float die = random(x, y, 65);
    return die < 0.05f ? gray(0) : die > 0.95f ? gray(1) : under;
}

// Colour chart.

Colour patchColour(int column, int row) {
    const Colour pure = hue(float(column) / 8);
    if (row == 0) return mix(pure, gray(1), 0.6f);
    if (row == 1) return mix(pure, gray(0.5f), 0.15f);
    if (row == 2) return mix(pure, gray(0.45f), 0.6f);
    return mix(pure, gray(0), 0.6f);
}

Colour chartShade(ChartPoint point) {
    const Colour frame = hex(0x1c1d1f);
    if (point.y >= 680) {
        const float distance = std::min({point.x - 40, 1240 - point.x, point.y - 700, 813 - point.y});
        return mix(frame, gray(std::floor((point.x - 40) / 75) / 15), coverage(distance / point.pixel));
    }
    const float u = (point.x - 32) / 152, v = (point.y - 32) / 162;
    const int column = std::clamp(int(u), 0, 7), row = std::clamp(int(v), 0, 3);
    const float x = (u - float(column)) * 152, y = (v - float(row)) * 162;
    const float distance = std::min({x - 8, 144 - x, y - 8, 154 - y});
    return mix(frame, patchColour(column, row), coverage(distance / point.pixel));
}
} // namespace

Image drawGradients(Size size) {
    return drawPoints(size, false, [](ChartPoint point, int, int) { return gradientShade(point); });
}

Image drawTexture(Size size) {
    return drawPoints(size, false, [](ChartPoint point, int, int) { return textureShade(point); });
}

Image drawNoise(Size size) {
    return drawPoints(size, false, [](ChartPoint point, int x, int y) { return noiseShade(point, x, y); });
}

Image drawColourChart(Size size) {
    return drawPoints(size, false, [](ChartPoint point, int, int) { return chartShade(point); });
}

} // namespace lightbench::samples
