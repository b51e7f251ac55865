// Patch detectors: small forests of tests that say of a window how much it looks like the patch that they were trained
// on. What one is, and what it says of every window of an image. Training: core/filters/detection/detector_training.h.
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

/// RandomTrees: the pixels (ax, ay) and (bx, by). BinaryPatterns: corner x, y, then half the width and half the height.
/// All in the window, in px from its upper left corner.
using DetectorTest = std::array<int, 4>;

/// A tree asks all of its tests (a fern, Ozuysal et al. 2010): their bits, the first test's highest, are the number of
/// its leaf. Of a BinaryPatterns test the higher bit is left half > right half, the lower top half > bottom half.
struct PatchDetector {
    DetectorKind kind = DetectorKind::RandomTrees;
    Size window;
    int trees = 0;                    ///< 1..16
    int testsPerTree = 0;             ///< 1..10
    std::vector<DetectorTest> tests;  ///< tree by tree
    std::vector<std::uint8_t> leaves; ///< tree by tree: the share of positives in 255ths, 0 where nothing came
    bool operator==(const PatchDetector&) const = default;
};
using DetectorPtr = std::shared_ptr<const PatchDetector>;

inline constexpr int mostTrees = 16, mostTests = 10;
/// Sides of a window, px: half of the largest square holds less than 2^32 of brightness.
inline constexpr int leastWindow = 2, largestWindow = 4096;

/// Leaves of one tree: 2^D of pixel pairs, 4^D of binary patterns.
std::size_t leavesPerTree(DetectorKind kind, int tests);
/// The id of the filter that uses this kind.
std::string detectorFilter(DetectorKind kind);
/// Empty if all parts of a detector suit each other, else what is wrong.
std::string detectorProblem(const PatchDetector& detector);

/// One channel 8-bit, by grayscale's rule where it has colours.
Image grayOf(const Image& image);
/// Sums over all pixels above and to the left of (x, y), modulo 2^32: (width + 1) x (height + 1), zeros first.
std::vector<std::uint32_t> integralOf(const Image& gray);
/// One channel 8-bit of the same size: at the pixel (x + w / 2, y + h / 2) of each w x h window at (x, y) the mean of
/// its leaves, rounded down; 0 where the window would leave the image.
Image detectorResponse(const Image& image, const PatchDetector& detector);

/// Reads samples for the tests of one window: pixels, or sums of rectangles, from memory with rows `stride` apart.
inline int pixelTest(const DetectorTest& test, const std::uint8_t* window, int stride) {
    return window[test[1] * stride + test[0]] > window[test[3] * stride + test[2]];
}
/// `sums` as integralOf has them, at the window's corner.
int patternTest(const DetectorTest& test, const std::uint32_t* sums, int stride);

} // namespace lightbench
