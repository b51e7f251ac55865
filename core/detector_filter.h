// What the filters random-trees and binary-patterns share: parameters, checks, the reference, and the tables of their
// plans. A detector comes from a file, or is trained on the stage's own input by a step on the host.
#pragma once

#include "core/detector_training.h"
#include "core/filter.h"

namespace lightbench {

/// Everything of the filter but its names, doc and variants.
Filter detectorFilterFrame(DetectorKind kind);
/// The exact words on output, trees and training that both filters' docs end with.
std::string detectorDoc();

/// What the plans need to know before the training.
struct DetectorGeometry {
    Size window;
    int trees, tests;
};
DetectorGeometry detectorGeometry(const PlanRequest& request);

/// How a variant wants its tests.
enum class TestTable {
    Coordinates, ///< four ushorts a test, as in DetectorTest
    Offsets      ///< ints: positions in a buffer of the given stride, from the window's corner (below)
};
/// RandomTrees: two a test, a tree's tests filled up to an even number with zeros. BinaryPatterns: the eight of
/// kernels/binary_patterns.cl.
std::size_t testTableBytes(DetectorKind kind, const DetectorGeometry& geometry, TestTable table);

/// Makes scratch 0 the tests and scratch 1 the leaves: with their contents where a detector file is given, else filled
/// by a training step on the host. `stride` is that of the buffer that kernels read windows from.
void addDetectorTables(Plan& plan, const PlanRequest& request, DetectorKind kind, TestTable table, int stride);

/// A pass that gives every pixel of the output: arguments windows, output, tests, leaves, width, height, window width,
/// window height, trees; the define TESTS; traffic.
KernelPass detectorPass(const PlanRequest& request, DetectorKind kind, const std::string& kernel, BufferRef windows);
/// The form of the tests in local memory: pixel pairs as offsets; rectangles as coordinates, a quarter of the bytes.
TestTable localTests(DetectorKind kind);
/// The same for kernels that hold the tables in local memory: arguments for the local tests, the local leaves and the
/// number of trees whose leaves fit follow; the workgroups stride down the image, so that they load them once.
KernelPass localDetectorPass(const PlanRequest& request, DetectorKind kind, const std::string& kernel,
                             BufferRef windows);
/// The same for kernels that make LANES neighbouring windows a work-item: one below the other where sums are read on a
/// GPU, else side by side.
KernelPass packedDetectorPass(const PlanRequest& request, DetectorKind kind, const std::string& kernel,
                              BufferRef windows);

/// What `workgroup=auto` takes, as measured.
Workgroup automaticDetectorWorkgroup(const PlanRequest& request);

} // namespace lightbench
