// Which input samples an output sample of a filter depends on. Each filter declares it; the command `filters` shows it,
// the tests check it, and a stage with a region computes a part of the image because of it (core/run/region_mix.h).
#pragma once

#include "core/framework/parameter.h"

namespace lightbench {

/// The input samples on which an output sample may depend.
struct Locality {
    enum Kind {
        Point,  ///< only the same pixel
        Window, ///< pixels at most `halo` columns and rows away
        Line,   ///< the same row or the same column
        Whole   ///< any
    } kind = Whole;
    int halo = 0; ///< of Window, pixels
    /// The place of these samples in the image does not matter, nor does the image's size. At its edges the filter sees
    /// only samples that `kind` names.
    bool isShiftInvariant = false;
    bool operator==(const Locality&) const = default;
};

/// A declaration for Filter::locality that is the same for all parameters.
inline Locality pointLocality(const ParameterValues&) { return {Locality::Point, 0, true}; }
/// The same for results that depend on where the pixel is.
inline Locality placedPointLocality(const ParameterValues&) { return {Locality::Point, 0, false}; }
/// A square window with the odd side `k`, a parameter of that name.
Locality squareLocality(const ParameterValues& parameters);
/// A window of this radius. If the parameter `border` is wrap, it includes the opposite side of the image.
Locality windowLocality(int radius, const ParameterValues& parameters);

/// A description, such as "input up to 2 px away".
std::string localityText(const Locality& locality);

} // namespace lightbench
