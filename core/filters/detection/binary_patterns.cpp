// binary-patterns: a patch detector whose tests compare the sums of two halves of a rectangle, read from an integral
// image.
#include "core/filters/building_blocks.h"
#include "core/filters/detection/detector_filter.h"

namespace lightbench::filters {

namespace {

constexpr DetectorKind patternsKind = DetectorKind::BinaryPatterns;

/// The integral image with a row and a column of zeros in front, so that sums at the edge need no special case. Pads
/// the gray image, then runs integral's plan for this device.
BufferRef addSums(Plan& plan, const PlanRequest& request, const KernelPass& last) {
    const Size size = request.input.size;
    const ImageShape padded{{size.width + 1, size.height + 1}, {SampleType::U8, 1}};
    const BufferRef gray = plan.addScratch("gray", padded.bytes());
    const BufferRef sums = plan.addScratch("sums", padded.size.area() * sizeof(std::uint32_t));
    plan.passes.emplace_back(detectorGrayPass(request, last, padded.size, gray));
    appendPlan(plan, planOf(buildingBlock("integral"), padded, request.device), gray, sums);
    return sums;
}

} // namespace

Filter binary_patterns() {
    Filter filter = detectorFilterFrame(patternsKind);
    filter.label = "Binary patterns";
    filter.summary = "Finds a small object that it was shown once, by comparisons of halves of rectangles.";
    filter.doc =
        "Finds a patch by comparing halves of rectangles (2bitBP, Kalal, Matas and Mikolajczyk 2010). A test takes a "
        "rectangle of a w x h window, 2 a wide and 2 b high, and has two bits. The first bit is 1 where the left half "
        "is brighter than the right one. The second is 1 where the top half is brighter than the bottom one. The "
        "halves are summed from the integral image. Tests are drawn at random: a = 1 + below(w / 2), b = 1 + below(h / "
        "2), x = below(w - 2 a + 1), y = below(h - 2 b + 1), quotients rounded down. " +
        detectorDoc();
    filter.variants = detectorVariants(
        patternsKind, addSums,
        "Each work-item adds up both halves of each test's rectangle, pixel by pixel, without an integral image.",
        "One vector load gets the eight offsets of a test. A work-item adds vectors of sums for 4 windows, one below "
        "the other (CPU: 16 side by side).");
    for (Variant& variant : filter.variants)
        if (!isPlain(variant)) variant.communication = Communication::AcrossWorkgroups; // in the kernels of integral
    return filter;
}

} // namespace lightbench::filters
