// Colours of plots.
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
/// `a` with a share of `b`, 0..1.
Colour blended(const Colour& a, const Colour& b, double share);
/// Black or white, whichever is read better on that colour.
Colour textOn(const Colour& ground);

/// What a plot is drawn with; everything that a colour says a sign, a pattern or a word says too.
struct PlotPalette {
    Colour ground, text, dim, line; ///< line: hairlines, hatches
    Colour accent;                  ///< the fastest
    Colour good, bad;
    std::vector<Colour> series; ///< for the first, the second ...; they come again
};

/// Black on white, with the colours of M. Okabe and K. Ito, which most colour-blind readers tell apart.
PlotPalette paperPalette();

} // namespace lightbench
