// What the filters random-trees and binary-patterns share: all but their words and what they read windows from. A
// detector comes from a file, or is trained on the stage's own input by a step on the host.
#pragma once

#include "core/filter/filter.h"
#include "core/filters/detection/detector_training.h"

namespace lightbench {

/// Everything of the filter but its names, doc and variants.
Filter detectorFilterFrame(DetectorKind kind);
/// The exact words on output, trees and training that both filters' docs end with.
std::string detectorDoc();

/// Makes the buffer that windows are read from, in scratch and passes of its own. Its rows are as long as the image's
/// for RandomTrees, one longer for BinaryPatterns.
using AddWindows = BufferRef (*)(Plan& plan, const PlanRequest& request);
/// The pass that makes the image gray, for AddWindows: to a buffer of the given size.
KernelPass detectorGrayPass(const PlanRequest& request, const std::string& kernel, Size size, BufferRef buffer);

/// The variants' plans, for the kernels of kernels/detection/detector_windows.clh. A work-item makes one window at a
/// time.
Plan directDetectorPlan(const PlanRequest& request, DetectorKind kind, AddWindows addWindows);
/// With the tables in local memory: workgroups stride down the image, so that they load them once.
Plan localDetectorPlan(const PlanRequest& request, DetectorKind kind, AddWindows addWindows);
/// A work-item makes LANES neighbouring windows: one below the other where sums are read on a GPU, else side by side.
Plan packedDetectorPlan(const PlanRequest& request, DetectorKind kind, AddWindows addWindows);

/// Both filters' variants; what the ideas of two of them say depends on the tests.
template <DetectorKind kind, AddWindows addWindows>
std::vector<Variant> detectorVariants(const std::string& directIdea, const std::string& packedIdea) {
    return {Variant{.id = "direct",
                    .label = "Direct",
                    .idea = directIdea,
                    .workgroups = areaWorkgroups(),
                    .plan = [](const PlanRequest& request) { return directDetectorPlan(request, kind, addWindows); }},
            Variant{.id = "local-tables",
                    .label = "Trees in local memory",
                    .idea = "Workgroups copy the tests and the leaves of as many trees as fit to local memory once, "
                            "then stride down the image.",
                    .workgroups = areaWorkgroups(),
                    .plan = [](const PlanRequest& request) { return localDetectorPlan(request, kind, addWindows); }},
            Variant{.id = "packed",
                    .label = "Packed tests",
                    .idea = packedIdea,
                    .workgroups = areaWorkgroups(),
                    .plan = [](const PlanRequest& request) { return packedDetectorPlan(request, kind, addWindows); }}};
}

} // namespace lightbench
