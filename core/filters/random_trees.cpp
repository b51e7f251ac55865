// random-trees: a patch detector whose tests compare two pixels of the window.
#include "core/detector_filter.h"

namespace lightbench::filters {

namespace {

constexpr DetectorKind kind = DetectorKind::RandomTrees;

/// The one channel that windows are read from: the input itself, or its luma in a scratch buffer of its own.
BufferRef addGray(Plan& plan, const PlanRequest& request) {
    if (request.input.format.channels == 1) return inputBuffer();
    const Format gray{SampleType::U8, 1};
    plan.scratch.push_back({"gray", request.input.size.area(), {}});
    const BufferRef buffer = scratchBuffer(int(plan.scratch.size()) - 1);
    KernelPass pass;
    pass.kernel = "random_trees_gray";
    pass.defines = formatDefines(request.input.format, gray);
    pass.global = coverGlobal(request.input.size, request.workgroup);
    pass.local = request.workgroup;
    pass.arguments = {inputBuffer(), buffer, request.input.size.width, request.input.size.height};
    pass.bytes = request.input.bytes() + request.input.size.area();
    pass.operations = 6 * request.input.size.area();
    plan.passes.push_back(std::move(pass));
    return buffer;
}

using MakePass = KernelPass (*)(const PlanRequest&, DetectorKind, const std::string&, BufferRef);

Plan plan(const PlanRequest& request, TestTable table, const char* kernel, MakePass makePass) {
    Plan plan;
    addDetectorTables(plan, request, kind, table, request.input.size.width);
    const BufferRef gray = addGray(plan, request);
    plan.passes.push_back(makePass(request, kind, kernel, gray));
    return plan;
}

Plan directPlan(const PlanRequest& request) {
    return plan(request, TestTable::Coordinates, "random_trees_direct", detectorPass);
}
Plan localPlan(const PlanRequest& request) {
    return plan(request, localTests(kind), "random_trees_local_tables", localDetectorPass);
}
Plan packedPlan(const PlanRequest& request) {
    return plan(request, TestTable::Offsets, "random_trees_packed", packedDetectorPass);
}

std::vector<Variant> variants() {
    Variant direct;
    direct.id = "direct";
    direct.label = "Direct";
    direct.idea = "One work-item a window: reads each test's coordinates, both pixels and the leaf from global memory.";
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
    packed.idea = "Two tests, as offsets, in each 128-bit load; a work-item compares vectors of pixels for 4 (CPU: 16) "
                  "windows side by side.";
    packed.plan = packedPlan;
    return {direct, local, packed};
}

} // namespace

Filter random_trees() {
    Filter filter = detectorFilterFrame(kind);
    filter.label = "Random trees";
    filter.doc =
        "Finds a patch by a forest of pixel comparisons (after Lepetit and Fua 2006; trees that ask all of their "
        "tests are the ferns of Ozuysal et al. 2010). A test takes two pixels of the window: its bit is a > b; "
        "they are drawn as a = below(w h) and b = below(w h - 1), one more from a on, pixel i at (i mod w, "
        "i / w). " +
        detectorDoc();
    filter.variants = variants();
    filter.automaticVariant = [](const PlanRequest&) { return std::string("packed"); };
    return filter;
}

} // namespace lightbench::filters
