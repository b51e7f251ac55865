#include "core/filters/detection/detector_tables.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "core/filters/detection/detector_training.h"

namespace lightbench {

namespace {
/// Offsets per test: two pixels, or eight sums (kernels/detection/patch_detector/trees.clh).
std::size_t offsetsOf(DetectorKind kind) { return kind == DetectorKind::RandomTrees ? 2 : 8; }

/// Tests per tree in an offset table. For RandomTrees zeros pad them to an even number.
std::size_t paddedTests(DetectorKind kind, int tests) {
    return std::size_t(kind == DetectorKind::RandomTrees ? tests + tests % 2 : tests);
}

std::vector<std::int32_t> offsets(DetectorKind kind, const DetectorTest& test, int stride) {
    const auto at = [stride](int x, int y) { return std::int32_t(y) * stride + x; };
    if (kind == DetectorKind::RandomTrees) {
        const auto [first, second] = pixelPair(test);
        return {at(first.x, first.y), at(second.x, second.y)};
    }
    const auto [corner, a, b] = halvedRectangle(test);
    const auto [x, y] = corner;
    return {at(x, y),         at(x + a, y),         at(x + 2 * a, y),        at(x, y + b), at(x + 2 * a, y + b),
            at(x, y + 2 * b), at(x + a, y + 2 * b), at(x + 2 * a, y + 2 * b)};
}

template <class T> void put(std::span<std::byte>& memory, const T& value) {
    std::memcpy(memory.data(), &value, sizeof value);
    memory = memory.subspan(sizeof value);
}

} // namespace

std::size_t detectorTestBytes(DetectorKind kind, const DetectorGeometry& geometry, DetectorTestTable table) {
    const std::size_t trees = std::size_t(geometry.trees);
    if (table == DetectorTestTable::Coordinates)
        return trees * std::size_t(geometry.testsPerTree) * 4 * sizeof(std::uint16_t);
    return trees * paddedTests(kind, geometry.testsPerTree) * offsetsOf(kind) * sizeof(std::int32_t);
}

void writeDetectorTests(std::span<std::byte> memory, const PatchDetector& detector, const std::optional<int>& stride) {
    std::fill(memory.begin(), memory.end(), std::byte{});
    const std::size_t padding = paddedTests(detector.kind, detector.testsPerTree) - std::size_t(detector.testsPerTree);
    for (std::size_t i = 0; i < detector.tests.size(); ++i)
        if (!stride) {
            for (int value : detector.tests[i])
                put(memory, std::uint16_t(value));
        } else {
            for (std::int32_t offset : offsets(detector.kind, detector.tests[i], *stride))
                put(memory, offset);
            if ((i + 1) % std::size_t(detector.testsPerTree) == 0)
                memory = memory.subspan(padding * offsetsOf(detector.kind) * sizeof(std::int32_t));
        }
}

void trainIntoTables(DetectorKind kind, const TrainDetector& training, HostReads reads, HostWrites writes) {
    const TrainingSettings settings{kind, training.object, training.trees, training.tests, training.seed};
    const DetectorPtr detector = trainedDetector(training.input, reads[0].first(training.input.bytes()), settings);
    writeDetectorTests(writes[0], *detector, training.stride);
    std::memcpy(writes[1].data(), detector->leaves.data(), detector->leaves.size());
}

} // namespace lightbench
