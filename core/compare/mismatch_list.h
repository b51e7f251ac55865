// Mismatches one by one, to walk through, and their distances as a histogram.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/compare/mismatch_tally.h"
#include "core/image/image.h"

namespace lightbench {

/// A pixel with at least one sample that is farther apart than allowed (areApart).
struct Mismatch {
    Point pixel;
    int channel = 0; ///< of its farthest sample; a NaN is farther than any number
    double actual = 0, expected = 0;
};

/// The first `most` in reading order, of two images of one shape. Obeys the current CancelScope.
std::vector<Mismatch> firstMismatches(const Image& actual, const Image& expected, const MismatchRule& rule,
                                      std::size_t most);

/// How many samples of a channel have which d = result - expected.
struct DifferenceCounts {
    static constexpr int half = 127; ///< bins on either side of the one of d = 0
    /// Bin i holds what rounds to i - half bins' widths; the middle one holds equal samples alone, and what would round
    /// to it counts in its neighbour.
    std::array<std::uint64_t, 2 * half + 1> bins{};
    std::uint64_t notFinite = 0; ///< samples without a finite distance, in no bin
};

struct DifferenceHistogram {
    double width = 1;                       ///< of a bin, in units of Difference; whole for integers
    std::vector<DifferenceCounts> channels; ///< gray, or red, green, blue and alpha
};

/// `largest`: the largest finite |d| (Difference::largestFinite); what lies beyond counts in the outermost bins. Obeys
/// the current CancelScope.
DifferenceHistogram differenceHistogram(const Image& actual, const Image& expected, double largest);

} // namespace lightbench
