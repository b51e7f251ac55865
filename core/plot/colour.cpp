// Blends colours, and chooses black or white text by the luminance of the background.
#include "core/plot/colour.h"

#include <cmath>

namespace lightbench {

std::string hexOf(const Colour& colour) {
    std::string text = "#";
    for (const unsigned char part : {colour.red, colour.green, colour.blue})
        for (const int digit : {part >> 4, part & 15})
            text += "0123456789abcdef"[digit];
    return text;
}

Colour blended(const Colour& a, const Colour& b, double share) {
    const auto part = [share](int from, int to) { return (unsigned char)(std::lround(from + (to - from) * share)); };
    return {part(a.red, b.red), part(a.green, b.green), part(a.blue, b.blue)};
}

Colour textOn(const Colour& ground) {
    // Relative luminance, WCAG 2.1.
    const auto linear = [](int byte) {
        const double part = byte / 255.0;
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    const double luminance = 0.2126 * linear(ground.red) + 0.7152 * linear(ground.green) + 0.0722 * linear(ground.blue);
    return luminance > 0.18 ? Colour{0, 0, 0} : Colour{255, 255, 255};
}

PlotPalette paperPalette() {
    PlotPalette palette;
    palette.ground = {0xff, 0xff, 0xff};
    palette.text = {0x1d, 0x1e, 0x20};
    palette.dim = {0x55, 0x57, 0x5c};
    palette.line = {0xc4, 0xc6, 0xca};
    palette.accent = {0x13, 0x70, 0x82};
    palette.good = {0x1c, 0x76, 0x3c};
    palette.bad = {0xb3, 0x2b, 0x22};
    palette.series = {{0x00, 0x72, 0xb2}, {0xd5, 0x5e, 0x00}, {0x00, 0x9e, 0x73}, {0xcc, 0x79, 0xa7},
                      {0xe6, 0x9f, 0x00}, {0x56, 0xb4, 0xe9}, {0x44, 0x44, 0x44}};
    return palette;
}

} // namespace lightbench
