// What the filters random-trees and binary-patterns share: all but their words and what they read windows from. A
// detector comes from a file, or is trained on the stage's own input by a step on the host.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/filter/filter.h"
#include "core/filter/plan.h"
#include "core/filters/detection/detector_training.h"

namespace lightbench {

/// Everything of the filter but its names, doc and variants.
Filter detectorFilterFrame(DetectorKind kind);
/// The exact words on output, trees and training that both filters' docs end with.
std::string detectorDoc();

/// Makes the buffer that windows are read from, in scratch and passes of its own. Its rows are as long as the image's
/// for RandomTrees, one longer for BinaryPatterns.
using AddWindows = std::function<BufferRef(Plan& plan, const PlanRequest& request)>;
/// The pass that makes the image gray, for AddWindows: to a buffer for an image of the given size.
KernelPass detectorGrayPass(const PlanRequest& request, DetectorKind kind, Size size, BufferRef buffer);

/// Both filters' variants, by the kernels of kernels/detection/patch_detector.cl; what the ideas of two of them say
/// depends on the tests.
std::vector<Variant> detectorVariants(DetectorKind kind, const AddWindows& addWindows, const std::string& directIdea,
                                      const std::string& packedIdea);

} // namespace lightbench
