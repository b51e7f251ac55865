// What the mismatches of a result look like, in words, with the figures that make it say so: where they lie, what their
// values are, and what usually is the cause. Rules over counts, no learning: the same images give the same words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/compare/mismatch_tally.h"
#include "core/compare/tiling.h"
#include "core/image/difference.h"

namespace lightbench {

enum class MismatchPattern {
    Equal,           ///< nothing differs
    WithinTolerance, ///< what differs is allowed to
    OtherShape,      ///< the two cannot be compared
    NotANumber,
    Border,         ///< near the edges of the image, or one of them, alone
    WorkgroupSeams, ///< where the tiles of workgroups meet, or at one place of each
    VectorSeams,    ///< in the same lanes of every vector
    Region,         ///< in one rectangle
    PlusMinusOne,   ///< a single step apart
    OneChannel,
    Few,       ///< too few to show a pattern
    Scattered, ///< here and there, without any of the above
    Everywhere ///< most of the picture
};
/// Stable, for reports: "equal", "within-tolerance", "other-shape", "nan", "border", "workgroup-seams", "vector-seams",
/// "region", "plus-minus-one", "one-channel", "few", "scattered", "everywhere".
std::string patternName(MismatchPattern pattern);

struct Finding {
    MismatchPattern pattern = MismatchPattern::Equal;
    std::string text; ///< what was seen, a sentence with its figures
    std::string hint; ///< what usually is the cause, a sentence; may be empty
};

struct Explanation {
    Difference difference; ///< by the tolerance; not checked for images of two shapes
    /// What was counted as a mismatch: what is beyond the tolerance, or, where only too many samples differ or all of
    /// them are within it, whatever differs.
    MismatchRule counted;
    std::uint64_t pixels = 0;       ///< with a mismatch
    std::optional<Point> largestAt; ///< the first pixel with the largest finite distance
    std::vector<Finding> findings;  ///< what tells most first; never empty
};

/// Throws nothing for images of two shapes: that is a finding. `tilings`: of the stage (tilingsOf); without any, the
/// usual sizes of workgroups are tried. Obeys the current CancelScope.
Explanation explainMismatches(const Image& actual, const Image& expected, const Tolerance& tolerance,
                              const std::vector<Tiling>& tilings = {});

} // namespace lightbench
