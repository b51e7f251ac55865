// Evaluates a detector on an image: the tests lead to one leaf per tree, and the score is the leaves' mean.
#include "core/filters/detection/detector.h"

#include "core/base/parallel.h"
#include "core/filters/building_blocks.h"

namespace lightbench {

namespace {
bool isInside(DetectorKind kind, const DetectorTest& test, Size window) {
    const auto hasPixel = [window](Point at) {
        return at.x >= 0 && at.x < window.width && at.y >= 0 && at.y < window.height;
    };
    if (kind == DetectorKind::RandomTrees) {
        const auto [a, b] = pixelPair(test);
        return hasPixel(a) && hasPixel(b);
    }
    const auto [corner, halfWidth, halfHeight] = halvedRectangle(test);
    return hasPixel(corner) && halfWidth >= 1 && halfHeight >= 1 && halfWidth <= (window.width - corner.x) / 2 &&
           halfHeight <= (window.height - corner.y) / 2;
}

bool isWindow(int side) { return side >= minWindow && side <= largestWindow; }

/// The mean of the trees' leaves; bits(test) gives the result of each test.
template <class Bits> std::uint8_t meanLeaf(const PatchDetector& detector, const Bits& bits) {
    const std::size_t leaves = leavesPerTree(detector.kind, detector.testsPerTree);
    const int shift = detector.kind == DetectorKind::RandomTrees ? 1 : 2;
    int sum = 0;
    for (int tree = 0; tree < detector.trees; ++tree) {
        std::size_t leaf = 0;
        for (int i = 0; i < detector.testsPerTree; ++i)
            leaf = (leaf << shift) + std::size_t(bits(detector.tests[std::size_t(tree * detector.testsPerTree + i)]));
        sum += detector.leaves[std::size_t(tree) * leaves + leaf];
    }
    return std::uint8_t(sum / detector.trees);
}

/// Writes meanAt(x, y) of each window to the pixel at the window's centre.
template <class MeanAt> Image response(Size size, Size window, const MeanAt& meanAt) {
    Image output({size, {SampleType::U8, 1}});
    parallelRows(size.height, [&](int row) {
        std::uint8_t* to = output.row<std::uint8_t>(row);
        const int y = row - window.height / 2;
        const bool fits = y >= 0 && y + window.height <= size.height;
        for (int column = 0; column < size.width; ++column) {
            const int x = column - window.width / 2;
            to[column] = fits && x >= 0 && x + window.width <= size.width ? meanAt(x, y) : std::uint8_t(0);
        }
    });
    return output;
}
} // namespace

std::size_t leavesPerTree(DetectorKind kind, int tests) {
    return std::size_t(1) << (kind == DetectorKind::RandomTrees ? tests : 2 * tests);
}

std::string detectorFilterId(DetectorKind kind) {
    return kind == DetectorKind::RandomTrees ? "random-trees" : "binary-patterns";
}

std::string detectorProblem(const PatchDetector& detector) {
    if (!isWindow(detector.window.width) || !isWindow(detector.window.height))
        return "a window's sides are " + std::to_string(minWindow) + ".." + std::to_string(largestWindow) + " px";
    if (detector.trees < 1 || detector.trees > maxTrees) return "it has 1.." + std::to_string(maxTrees) + " trees";
    if (detector.testsPerTree < 1 || detector.testsPerTree > maxTests)
        return "a tree has 1.." + std::to_string(maxTests) + " tests";
    if (detector.tests.size() != std::size_t(detector.trees * detector.testsPerTree))
        return "it has " + std::to_string(detector.tests.size()) + " tests; " + std::to_string(detector.trees) +
               " trees of " + std::to_string(detector.testsPerTree) + " need " +
               std::to_string(detector.trees * detector.testsPerTree);
    const std::size_t leaves = std::size_t(detector.trees) * leavesPerTree(detector.kind, detector.testsPerTree);
    if (detector.leaves.size() != leaves)
        return "it has " + std::to_string(detector.leaves.size()) + " leaves; its trees need " +
               std::to_string(leaves) + ", one for every outcome of their tests";
    for (const DetectorTest& test : detector.tests)
        if (!isInside(detector.kind, test, detector.window)) return "a test leaves the window";
    return {};
}

Image grayOf(const Image& image) { return buildingBlocks().byId("grayscale").reference(image, {}); }

std::vector<std::uint32_t> integralOf(const Image& gray) {
    const std::size_t stride = std::size_t(gray.width()) + 1;
    std::vector<std::uint32_t> sums(stride * (std::size_t(gray.height()) + 1));
    for (int y = 0; y < gray.height(); ++y) {
        const std::uint8_t* row = gray.row<std::uint8_t>(y);
        std::uint32_t* above = sums.data() + std::size_t(y) * stride;
        std::uint32_t sum = 0;
        for (std::size_t x = 0; x + 1 < stride; ++x)
            above[stride + x + 1] = above[x + 1] + (sum += row[x]);
    }
    return sums;
}

int patternTest(const DetectorTest& test, const std::uint32_t* sums, int stride) {
    const auto [corner, a, b] = halvedRectangle(test);
    const auto [x, y] = corner;
    const auto rectangle = [&](int left, int top, int right, int bottom) {
        const std::uint32_t *high = sums + std::ptrdiff_t(top) * stride, *low = sums + std::ptrdiff_t(bottom) * stride;
        return low[right] - low[left] - high[right] + high[left];
    };
    const bool left = rectangle(x, y, x + a, y + 2 * b) > rectangle(x + a, y, x + 2 * a, y + 2 * b);
    const bool top = rectangle(x, y, x + 2 * a, y + b) > rectangle(x, y + b, x + 2 * a, y + 2 * b);
    return 2 * left + top;
}

Image detectorResponse(const Image& image, const PatchDetector& detector) {
    const Image gray = grayOf(image);
    const int width = gray.width();
    if (detector.kind == DetectorKind::RandomTrees)
        return response(gray.size(), detector.window, [&](int x, int y) {
            const std::uint8_t* window = gray.row<std::uint8_t>(y) + x;
            return meanLeaf(detector, [&](const DetectorTest& test) { return pixelTest(test, window, width); });
        });
    const std::vector<std::uint32_t> sums = integralOf(gray);
    return response(gray.size(), detector.window, [&](int x, int y) {
        const std::uint32_t* window = sums.data() + std::ptrdiff_t(y) * (width + 1) + x;
        return meanLeaf(detector, [&](const DetectorTest& test) { return patternTest(test, window, width + 1); });
    });
}

} // namespace lightbench
