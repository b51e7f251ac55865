// The tables of tests that kernels read: their sizes, and how a detector is written into them. Both detector filters
// plan with them; the host step that trains a detector fills them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "core/filters/detection/detector.h"

namespace lightbench {

/// The sizes that plans need before the detector is trained.
struct DetectorGeometry {
    Size window;
    int trees = 0, tests = 0;
};

/// The form in which a variant reads the tests.
enum class TestTable {
    Coordinates, ///< four ushorts per test, as in DetectorTest
    Offsets      ///< ints: offsets in the input buffer from the window's corner
};

/// The size of a table of tests, in bytes.
std::size_t testTableBytes(DetectorKind kind, const DetectorGeometry& geometry, TestTable table);
/// Writes the tests as coordinates, or as offsets into rows of `stride` samples. Zeros fill the rest of the memory.
void writeTests(std::span<std::byte> memory, const PatchDetector& detector, const std::optional<int>& stride);

} // namespace lightbench
