// Patch detectors: small forests of tests that score how similar a window is to the trained patch. The filters
// random-trees and binary-patterns use them; core/filters/detection/detector_training.h trains them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/image/image.h"

namespace lightbench {

/// RandomTrees: a test compares two pixels (after Lepetit and Fua 2006). BinaryPatterns: a test compares the halves of
/// a rectangle (2bitBP, Kalal, Matas and Mikolajczyk 2010).
enum class DetectorKind { RandomTrees, BinaryPatterns };

/// A test of RandomTrees: the two pixels that it compares, in px from the window's upper left corner.
struct PixelPair {
    Point a, b;
};
/// A test of BinaryPatterns: a rectangle of which it compares the halves. The corner is in px from the window's.
struct HalvedRectangle {
    Point corner;
    int halfWidth = 0, halfHeight = 0;
};
/// A test of either kind as files and tables store it: the numbers of a PixelPair or a HalvedRectangle, in order.
using DetectorTest = std::array<int, 4>;

inline PixelPair pixelPair(const DetectorTest& test) { return {{test[0], test[1]}, {test[2], test[3]}}; }
inline HalvedRectangle halvedRectangle(const DetectorTest& test) { return {{test[0], test[1]}, test[2], test[3]}; }

/// A tree evaluates all its tests (a fern, Ozuysal et al. 2010): the bits, the first test's highest, are the index of a
/// leaf. In a BinaryPatterns test the higher bit is left half > right half, the lower top half > bottom half.
struct PatchDetector {
    DetectorKind kind = DetectorKind::RandomTrees;
    Size window;
    int trees = 0;                    ///< 1..16
    int testsPerTree = 0;             ///< 1..10
    std::vector<DetectorTest> tests;  ///< tree by tree
    std::vector<std::uint8_t> leaves; ///< tree by tree: the share of positives in 255ths, 0 for a leaf without samples
    bool operator==(const PatchDetector&) const = default;
};
using DetectorPtr = std::shared_ptr<const PatchDetector>;

inline constexpr int maxTrees = 16, maxTests = 10;
/// The range of window sides, px. Half of the largest square sums to less than 2^32.
inline constexpr int minWindow = 2, largestWindow = 4096;

/// The number of leaves per tree: 2^D for pixel pairs, 4^D for binary patterns.
std::size_t leavesPerTree(DetectorKind kind, int tests);
/// The id of the filter for this kind.
std::string detectorFilterId(DetectorKind kind);
/// Empty if the detector is consistent, otherwise the problem.
std::string detectorProblem(const PatchDetector& detector);

/// Converts to one 8-bit channel, colours by grayscale's rule.
Image grayOf(const Image& image);
/// An integral image: sums over all pixels above and to the left of (x, y), modulo 2^32. Its size is (width + 1) x
/// (height + 1), with zeros first.
std::vector<std::uint32_t> integralOf(const Image& gray);
/// The score image, one 8-bit channel of the same size. The w x h window at (x, y) belongs to the pixel `(x + w / 2, y
/// + h / 2)`, which gets the mean of its leaves, rounded down. It is 0 where the window would exceed the image.
Image detectorResponse(const Image& image, const PatchDetector& detector);

/// Evaluates a test of one window on pixels with rows `stride` apart.
inline int pixelTest(const DetectorTest& test, const std::uint8_t* window, int stride) {
    const auto [a, b] = pixelPair(test);
    return window[a.y * stride + a.x] > window[b.y * stride + b.x];
}
/// The same for binary patterns; `sums` points into an integral image at the window's corner.
int patternTest(const DetectorTest& test, const std::uint32_t* sums, int stride);

} // namespace lightbench
