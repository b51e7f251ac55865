// The tables of a detector's tests, its pixel comparisons: their sizes, and how they are written for kernels. The plans
// of both detector filters use them. A step on the host trains a detector and fills them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "core/filters/detection/detector.h"
#include "core/framework/host_operations.h"

namespace lightbench {

/// The sizes that plans need before the detector is trained.
struct DetectorGeometry {
    Size window;
    int trees = 0, testsPerTree = 0;
};

/// The form in which a variant reads a detector's tests.
enum class DetectorTestTable {
    Coordinates, ///< four ushorts per test, as in DetectorTest
    Offsets      ///< ints: offsets in the input buffer from the window's corner
};

/// The size of such a table in bytes.
std::size_t detectorTestBytes(DetectorKind kind, const DetectorGeometry& geometry, DetectorTestTable table);
/// Writes offsets into rows of `stride` samples; without `stride`, coordinates. Zeros fill the rest of the memory.
void writeDetectorTests(std::span<std::byte> memory, const PatchDetector& detector, const std::optional<int>& stride);
/// Does the work of a host step: trains a detector on the image that it reads, and writes its tests and its leaves.
void trainIntoTables(DetectorKind kind, const TrainDetector& training, HostReads reads, HostWrites writes);

} // namespace lightbench
