// Which input samples an output sample of a filter depends on. Each filter declares it; the command `filters` shows it,
// the tests check it, and a stage with a region computes a part of the image because of it (core/run/region_mix.h).
#pragma once

#include "core/framework/parameter.h"

namespace lightbench {

/// The input samples on which an output sample may depend.
struct Locality {
    enum Kind {
        Pixel,  ///< only the same pixel
        Window, ///< pixels at most `halo` columns and rows away
        Line,   ///< the same row or the same column
        Whole   ///< any
    } kind = Whole;
    int halo = 0; ///< of Window, pixels
    /// The position in the image does not matter, nor does the image's size. Borders add no other dependency.
    bool isShiftInvariant = false;
    bool operator==(const Locality&) const = default;
};

/// For Filter::locality: a result depends only on the same pixel, wherever it is.
inline Locality pointLocality(const ParameterValues&) { return {Locality::Pixel, 0, true}; }
/// A result depends only on the same pixel, and on its position.
inline Locality positionedPointLocality(const ParameterValues&) { return {Locality::Pixel, 0, false}; }
/// A square window whose odd side is the parameter `k`; Whole if the parameter `border` is wrap.
Locality squareLocality(const ParameterValues& parameters);
/// A window of this radius; Whole if the parameter `border` is wrap, because it then reaches the opposite side.
Locality windowLocality(int radius, const ParameterValues& parameters);

/// A description, such as "input up to 2 px away".
std::string localityText(const Locality& locality);

} // namespace lightbench
