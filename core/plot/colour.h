// Colours of plots, and the palettes that plots are drawn with. The window passes its theme's palette; exports use
// paperPalette().
#pragma once

#include <string>
#include <vector>

namespace lightbench {

struct Colour {
    unsigned char red = 0, green = 0, blue = 0;
    bool operator==(const Colour&) const = default;
};

/// "#rrggbb"
std::string hexOf(const Colour& colour);
/// Blends `a` with a share of `b`, 0..1.
Colour blended(const Colour& a, const Colour& b, double share);
/// Black or white, whichever is more readable on that colour.
Colour textOn(const Colour& ground);

/// The colours of a plot. A sign, a pattern or a word repeats whatever a colour says.
struct PlotPalette {
    Colour ground, text, dim, line; ///< line: for hairlines and hatches
    Colour accent;                  ///< the fastest
    Colour good, bad;
    std::vector<Colour> series; ///< for the first, the second ... series; reused cyclically
};

/// Black on white with the colour-blind-safe colours of M. Okabe and K. Ito.
PlotPalette paperPalette();

} // namespace lightbench
