// Shared parts of the filters random-trees and binary-patterns; they differ in texts and in the data that windows read.
// A detector comes from a file, or a host step trains it on the stage's own input.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/filters/detection/detector_training.h"
#include "core/framework/filter.h"
#include "core/framework/plan.h"

namespace lightbench {

/// The filter without its names, doc and variants.
Filter detectorFilterFrame(DetectorKind kind);
/// The text on output, trees and training that ends both filters' docs.
std::string detectorDoc();

/// Adds scratch and passes for the buffer that windows are read from. Its rows are as long as the image's for
/// RandomTrees, and one longer for BinaryPatterns. `last` is the variant's last pass.
using AddWindows = std::function<BufferRef(Plan& plan, const PlanRequest& request, const KernelPass& last)>;
/// The pass for AddWindows that converts the image to gray, into a buffer for an image of the given size. The program
/// is that of the last pass.
KernelPass detectorGrayPass(const PlanRequest& request, const KernelPass& last, Size size, BufferRef buffer);

/// The variants of both filters (kernels/detection/patch_detector/). The ideas of two of them depend on the tests.
std::vector<Variant> detectorVariants(DetectorKind kind, const AddWindows& addWindows, const std::string& plainIdea,
                                      const std::string& packedIdea);

} // namespace lightbench
