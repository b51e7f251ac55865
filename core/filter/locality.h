// How far a filter looks: what a tile of its output needs of its input, and what is left to do when a part changes.
#pragma once

#include "core/filter/parameter.h"

namespace lightbench {

/// Which samples of its input a sample of a filter's output may depend on.
struct Locality {
    enum Kind {
        Point,  ///< those of the same pixel
        Window, ///< those at most `halo` columns and rows away
        Line,   ///< those of the same row, or of the same column
        Whole   ///< any
    } kind = Whole;
    int halo = 0; ///< of Window, pixels
    bool operator==(const Locality&) const = default;
};

/// A filter's declaration (Filter::locality) where it is the same for all parameters.
inline Locality pointLocality(const ParameterValues&) { return {Locality::Point, 0}; }
/// Of a window with the odd side `k`, a parameter of that name.
Locality squareLocality(const ParameterValues& parameters);
/// Of a window with this radius; where the parameter `border` wraps around, the other side of the image counts, too.
Locality windowLocality(int radius, const ParameterValues& parameters);

/// In words, such as "a window of 2 px to each side".
std::string localityText(const Locality& locality);

} // namespace lightbench
