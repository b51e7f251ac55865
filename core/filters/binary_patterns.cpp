// binary-patterns: a patch detector whose tests compare the halves of rectangles, from sums of the integral image.
#include "core/detector_filter.h"
#include "core/stack.h"

namespace lightbench::filters {

namespace {

constexpr DetectorKind kind = DetectorKind::BinaryPatterns;

/// The integral image with a row and a column of zeros first, so that no sum needs a case for the edge: the image in
/// gray with such a row and column, and then integral's own plan for this device.
BufferRef addSums(Plan& plan, const PlanRequest& request) {
    const Size size = request.input.size;
    const ImageShape padded{{size.width + 1, size.height + 1}, {SampleType::U8, 1}};
    const int first = int(plan.scratch.size());
    plan.scratch.push_back({"gray", padded.bytes(), {}});
    plan.scratch.push_back({"sums", padded.size.area() * sizeof(std::uint32_t), {}});
    KernelPass pass;
    pass.kernel = "binary_patterns_gray";
    pass.defines = formatDefines(request.input.format, padded.format);
    pass.global = coverGlobal(padded.size, request.workgroup);
    pass.local = request.workgroup;
    pass.arguments = {inputBuffer(), scratchBuffer(first), size.width, size.height};
    pass.bytes = request.input.bytes() + padded.bytes();
    pass.operations = 6 * size.area();
    plan.passes.push_back(std::move(pass));
    const ResolvedStage integral = resolveStage(makeStage("integral"), padded, request.device);
    appendPlan(plan, integral.plan, scratchBuffer(first), scratchBuffer(first + 1));
    return scratchBuffer(first + 1);
}

using MakePass = KernelPass (*)(const PlanRequest&, DetectorKind, const std::string&, BufferRef);

Plan plan(const PlanRequest& request, TestTable table, const char* kernel, MakePass makePass) {
    Plan plan;
    addDetectorTables(plan, request, kind, table, request.input.size.width + 1);
    const BufferRef sums = addSums(plan, request);
    plan.passes.push_back(makePass(request, kind, kernel, sums));
    return plan;
}

Plan directPlan(const PlanRequest& request) {
    return plan(request, TestTable::Coordinates, "binary_patterns_direct", detectorPass);
}
Plan localPlan(const PlanRequest& request) {
    return plan(request, localTests(kind), "binary_patterns_local_tables", localDetectorPass);
}
Plan packedPlan(const PlanRequest& request) {
    return plan(request, TestTable::Offsets, "binary_patterns_packed", packedDetectorPass);
}

std::vector<Variant> variants() {
    Variant direct;
    direct.id = "direct";
    direct.label = "Direct";
    direct.idea =
        "One work-item a window: reads each test's rectangle, its eight sums and the leaf from global memory; "
        "the integral image by integral's kernels.";
    direct.tolerance = exactly();
    direct.workgroups = areaWorkgroups();
    direct.plan = directPlan;
    direct.automatic = automaticDetectorWorkgroup;
    Variant local = direct;
    local.id = "local-tables";
    local.label = "Trees in local memory";
    local.idea =
        "Workgroups copy the tests and the leaves of as many trees as fit to local memory once, then stride down "
        "the image.";
    local.plan = localPlan;
    Variant packed = direct;
    packed.id = "packed";
    packed.label = "Packed tests";
    packed.idea =
        "A test's eight offsets in one vector load; a work-item adds vectors of sums for 4 windows, one below "
        "the other (CPU: 16 side by side).";
    packed.plan = packedPlan;
    return {direct, local, packed};
}

} // namespace

Filter binary_patterns() {
    Filter filter = detectorFilterFrame(kind);
    filter.label = "Binary patterns";
    filter.doc =
        "Finds a patch by comparing halves of rectangles (2bitBP, Kalal, Matas and Mikolajczyk 2010), summed "
        "from the integral image. A test takes a rectangle of the window, 2 a wide and 2 b high: its first bit "
        "is left half > right half, its second top half > bottom half; it is drawn as a = 1 + below(w / 2), "
        "b = 1 + below(h / 2), x = below(w - 2 a + 1), y = below(h - 2 b + 1), quotients rounded down. " +
        detectorDoc();
    filter.variants = variants();
    filter.automaticVariant = [](const PlanRequest&) { return std::string("packed"); };
    return filter;
}

} // namespace lightbench::filters
