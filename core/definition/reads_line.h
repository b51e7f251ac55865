// The line //@ reads of a kernel file: which input samples a result sample depends on, what is read beyond the border,
// and whether the place in the image matters. core/definition/reads_check.h tests it on a device.
#pragma once

#include <optional>
#include <string>

#include "core/definition/declarations.h"
#include "core/framework/border.h"
#include "core/framework/locality.h"

namespace lightbench {

/// Undeclared means: all of the image, and its place.
struct DeclaredReads {
    Locality::Kind kind = Locality::Whole;    ///< Point, Window or Whole
    std::string radiusX = "0", radiusY = "0"; ///< expressions of parameters, of Window: pixels
    std::optional<Border> border{};           ///< what is read beyond the border; only where the place does not matter
    bool isShiftInvariant = false;            ///< the place in the image does not matter
    std::string text{};                       ///< of the line, for messages
    int line = 0;
};

/// A test of wider windows would take seconds, so filters with one count as reading all of the image.
inline constexpr int widestTested = 256; // pixels

/// The radii of the window for these parameters, in pixels.
struct WindowRadii {
    int x = 0, y = 0;
};
WindowRadii radiiOf(const DeclaredReads& reads, const ParameterValues& values, const std::vector<Parameter>& declared);

/// `//@ reads: point`, `//@ reads: window RX, RY` or `//@ reads: all`; parts are `border clamp`, mirror, wrap or zero,
/// and `position matters` or `position does not matter`. Throws Error(Usage) that names the line.
DeclaredReads readsOf(Declarations& declared);

/// The locality that a filter declares so. It never says that the place does not matter: a user's kernel runs on the
/// whole image, as its file says.
Locality localityOf(const DeclaredReads& reads, const ParameterValues& values, const std::vector<Parameter>& declared);

} // namespace lightbench
