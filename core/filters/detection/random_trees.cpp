// random-trees: a patch detector whose tests compare two pixels of the window.
#include "core/filters/detection/detector_filter.h"

namespace lightbench::filters {

namespace {

constexpr DetectorKind treesKind = DetectorKind::RandomTrees;

/// The gray image that windows are read from: the input itself, or its luma in a scratch buffer.
BufferRef addGray(Plan& plan, const PlanRequest& request, const KernelPass& last) {
    if (request.input.format.channels == 1) return inputBuffer();
    const BufferRef buffer = plan.addScratch("gray", request.input.size.area());
    plan.passes.emplace_back(detectorGrayPass(request, last, request.input.size, buffer));
    return buffer;
}

} // namespace

Filter random_trees() {
    Filter filter = detectorFilterFrame(treesKind);
    filter.label = "Random trees";
    filter.summary = "Finds a small object that it was shown once, by comparisons of two pixels.";
    filter.doc =
        "Finds a patch by trees of pixel comparisons (after Lepetit and Fua 2006; trees that ask all of their tests "
        "are the ferns of Ozuysal et al. 2010). A test compares two pixels of a w x h window: its bit is 1 where a "
        "> b. Tests are drawn at random: a = below(w h), b = below(w h - 1), and b becomes b + 1 where b >= a. "
        "Pixel i lies at (i mod w, i / w). " +
        detectorDoc();
    filter.variants = detectorVariants(
        treesKind, addGray,
        "Each work-item reads the coordinates, both pixels and the leaf of each test from global memory.",
        "Each 128-bit load gets two tests, as offsets. A work-item compares vectors of pixels for 4 (CPU: 16) windows "
        "side by side.");
    return filter;
}

} // namespace lightbench::filters
