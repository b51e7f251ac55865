// Explains in words what the mismatches of a result look like: where they are, their values, and the usual cause. The
// Truth panel and the command line show it. Fixed rules over counts: the same images always give the same text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/compare/difference.h"
#include "core/compare/mismatch_tally.h"
#include "core/compare/tiling.h"

namespace lightbench {

enum class MismatchPattern {
    Equal,           ///< nothing differs
    WithinTolerance, ///< all differences are allowed
    OtherShape,      ///< the shapes differ
    NotANumber,
    Border,         ///< only near the edges of the image, or near one of them
    WorkgroupSeams, ///< along the borders of workgroup tiles, or at one position in every tile
    VectorSeams,    ///< in the same lanes of every vector
    Region,         ///< in one rectangle
    PlusMinusOne,   ///< one sample step
    OneChannel,
    Few,       ///< too few to show a pattern
    Scattered, ///< spread out, with none of the patterns above
    Everywhere ///< most of the picture
};
/// Stable, for reports: "equal", "within-tolerance", "other-shape", "nan", "border", "workgroup-seams", "vector-seams",
/// "region", "plus-minus-one", "one-channel", "few", "scattered", "everywhere".
std::string patternName(MismatchPattern pattern);

struct Finding {
    MismatchPattern pattern = MismatchPattern::Equal;
    std::string text; ///< the observation, a sentence with its numbers
    std::string hint; ///< the usual cause, a sentence; may be empty
};

struct Explanation {
    Difference difference; ///< judged by the tolerance; not checked if the shapes differ
    /// The rule that counted mismatches. Normally samples beyond the tolerance count. If none are, or only too many
    /// samples differ, every difference counts.
    MismatchRule counted;
    std::uint64_t pixels = 0;       ///< with a mismatch
    std::optional<Point> largestAt; ///< the first pixel with the largest finite distance
    std::vector<Finding> findings;  ///< the most telling one first; never empty
};

/// Different shapes are a finding, not an exception. `tilings` are the stage's (tilingsOf); if empty, the usual
/// workgroup sizes are tried. Obeys the current CancelScope.
Explanation explainMismatches(const Image& actual, const Image& expected, const Tolerance& tolerance,
                              const std::vector<Tiling>& tilings = {});

} // namespace lightbench
