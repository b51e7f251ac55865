// Lists mismatches pixel by pixel, and makes histograms of signed differences. The Truth panel and its charts use them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/compare/mismatch_tally.h"
#include "core/image/image.h"

namespace lightbench {

/// A pixel with at least one mismatched sample (isMismatch).
struct Mismatch {
    Point pixel;
    int channel = 0; ///< the channel with the largest distance; a NaN ranks above any number
    double actual = 0, expected = 0;
};

/// The first `maximum` mismatches in reading order; both images must have the same shape. Obeys the current
/// CancelScope.
std::vector<Mismatch> firstMismatches(const Image& actual, const Image& expected, const MismatchRule& rule,
                                      std::size_t maximum);

/// Counts of d = result - expected in one channel.
struct DifferenceCounts {
    static constexpr int half = 127; ///< bins on each side of the bin for d = 0
    /// Bin i holds differences that round to (i - half) bin widths. The middle bin holds equal samples only; a small
    /// difference that would round to 0 counts in the neighbouring bin.
    std::array<std::uint64_t, 2 * half + 1> bins{};
    std::uint64_t notFinite = 0; ///< samples without a finite distance, in no bin
};

struct DifferenceHistogram {
    double binWidth = 1;                    ///< in the units of Difference; a whole number for integer formats
    std::vector<DifferenceCounts> channels; ///< gray, or red, green, blue and alpha
};

/// `largest` is the largest finite |d| (Difference::largestFinite); larger differences count in the outermost bins.
/// Obeys the current CancelScope.
DifferenceHistogram differenceHistogram(const Image& actual, const Image& expected, double largest);

} // namespace lightbench
