// local-maximum: the greatest sample of the window (dilation by a square).
#include "core/filter.h"
#include "core/window_maximum.h"

namespace lightbench::filters {

namespace {

Image reference(const Image& input, const ParameterValues& parameters) {
    return windowMaximum(input, parameters.integer("k"));
}

/// A pass from one buffer of the image's size to another, one work-item a pixel; comparisons: for one sample.
KernelPass passOf(const PlanRequest& request, const std::string& kernel, BufferRef from, BufferRef to,
                  int comparisons) {
    const ImageShape& input = request.input;
    KernelPass pass;
    pass.kernel = kernel;
    pass.defines = formatDefines(input.format, input.format);
    pass.global = coverGlobal(input.size, request.workgroup);
    pass.local = request.workgroup;
    pass.arguments = {from, to, input.size.width, input.size.height};
    pass.bytes = 2 * input.bytes();
    pass.operations = input.size.area() * std::uint64_t(input.format.colourChannels() * comparisons);
    return pass;
}

/// Rows into a scratch buffer, then columns.
Plan separablePlan(const PlanRequest& request, KernelPass rows, KernelPass columns) {
    Plan plan;
    plan.scratch.push_back({"row maxima", request.input.bytes(), {}});
    plan.passes.push_back(std::move(rows));
    plan.passes.push_back(std::move(columns));
    return plan;
}

Plan directPlan(const PlanRequest& request) {
    const int k = request.parameters.integer("k");
    Plan plan;
    KernelPass pass = passOf(request, "local_maximum_direct", inputBuffer(), outputBuffer(), k * k - 1);
    pass.arguments.push_back(k / 2);
    plan.passes.push_back(std::move(pass));
    return plan;
}

Plan localPlan(const PlanRequest& request) {
    const int k = request.parameters.integer("k");
    const Workgroup group = request.workgroup;
    const std::uint64_t bytes = request.input.format.bytesPerPixel();
    KernelPass rows = passOf(request, "local_maximum_local_rows", inputBuffer(), scratchBuffer(0), k - 1);
    rows.arguments.push_back(k / 2);
    rows.arguments.push_back(LocalArgument{std::uint64_t(group.x + k - 1) * std::uint64_t(group.y) * bytes});
    KernelPass columns = passOf(request, "local_maximum_local_columns", scratchBuffer(0), outputBuffer(), k - 1);
    columns.arguments.push_back(k / 2);
    columns.arguments.push_back(LocalArgument{std::uint64_t(group.x) * std::uint64_t(group.y + k - 1) * bytes});
    return separablePlan(request, std::move(rows), std::move(columns));
}

Plan vanHerkPlan(const PlanRequest& request) {
    const int k = request.parameters.integer("k");
    const Size size = request.input.size;
    KernelPass rows = passOf(request, "local_maximum_herk_rows", inputBuffer(), scratchBuffer(0), 3);
    rows.global = coverGlobal({(size.width + k - 1) / k, size.height}, request.workgroup);
    KernelPass columns = passOf(request, "local_maximum_herk_columns", scratchBuffer(0), outputBuffer(), 3);
    columns.global = coverGlobal({size.width, (size.height + k - 1) / k}, request.workgroup);
    for (KernelPass* pass : {&rows, &columns})
        pass->defines.push_back({"K", std::to_string(k)});
    return separablePlan(request, std::move(rows), std::move(columns));
}

std::vector<Variant> variants() {
    Variant direct;
    direct.id = "direct";
    direct.label = "Direct";
    direct.idea = "One work-item a pixel reads its whole window from global memory: k^2 - 1 comparisons.";
    direct.tolerance = exactly();
    direct.workgroups = areaWorkgroups();
    direct.plan = directPlan;
    Variant local = direct;
    local.id = "direct-local";
    local.label = "Direct, local memory";
    local.idea = "The maximum of a square is that of its rows' maxima: rows, then columns, each from a block with its "
                 "halo in local memory, 2 (k - 1) comparisons.";
    local.plan = localPlan;
    Variant vanHerk = direct;
    vanHerk.id = "van-herk";
    vanHerk.label = "Van Herk";
    vanHerk.idea = "Rows, then columns; k windows in a line share the suffix maxima of one block and the prefix maxima "
                   "of the next: 3 comparisons for any k (van Herk 1992, Gil and Werman 1993).";
    vanHerk.plan = vanHerkPlan;
    return {direct, local, vanHerk};
}

} // namespace

Filter local_maximum() {
    Filter filter;
    filter.id = "local-maximum";
    filter.label = "Local maximum";
    filter.group = "Morphology";
    filter.doc = "The greatest of the k x k samples around each pixel (dilation by a square); beyond the edge the edge "
                 "pixel repeats. Each colour channel on its own; alpha stays. Floats are ordered by IEEE 754's "
                 "totalOrder, which places NaN beyond the infinity of its sign.";
    filter.parameters = {integerParameter("k", "Window size", "px", 3, 63, 2, 5, "Side of the window; odd.")};
    filter.accepts = {SampleType::U8, SampleType::U16, SampleType::F32};
    filter.reference = reference;
    filter.variants = variants();
    filter.automaticVariant = [](const PlanRequest& request) {
        const bool direct = request.device.type != DeviceType::Cpu && request.parameters.integer("k") <= 5;
        return std::string(direct ? "direct" : "van-herk");
    };
    return filter;
}

} // namespace lightbench::filters
