// transpose: rows become columns.
#include "core/filter.h"
#include "core/parallel.h"

namespace lightbench::filters {

namespace {

// Side of the tile that one workgroup moves through local memory; kernels/transpose.cl gets it as a define.
constexpr int tile = 32;

ImageShape transposed(const ImageShape& input, const ParameterValues&) {
    return {{input.size.height, input.size.width}, input.format};
}

Image reference(const Image& input, const ParameterValues& parameters) {
    Image output(transposed(input.shape(), parameters));
    const int channels = input.channels();
    withSampleType(input.format().type, [&](auto zero) {
        using T = decltype(zero);
        parallelRows(output.height(), [&](int y) {
            T* to = output.row<T>(y);
            for (int x = 0; x < output.width(); ++x)
                for (int c = 0; c < channels; ++c)
                    *to++ = input.row<T>(x)[y * channels + c];
        });
    });
    return output;
}

KernelPass commonPass(const PlanRequest& request, const std::string& kernel) {
    KernelPass pass;
    pass.kernel = kernel;
    pass.defines = formatDefines(request.input.format, request.input.format);
    pass.local = request.workgroup;
    pass.arguments = {inputBuffer(), outputBuffer(), request.input.size.width, request.input.size.height};
    pass.bytes = 2 * request.input.bytes();
    return pass;
}

Plan naivePlan(const PlanRequest& request) {
    Plan plan;
    KernelPass pass = commonPass(request, "transpose_naive");
    pass.global = coverGlobal(request.input.size, request.workgroup);
    plan.passes.push_back(std::move(pass));
    return plan;
}

Plan localPlan(const PlanRequest& request) {
    Plan plan;
    KernelPass pass = commonPass(request, "transpose_local");
    pass.defines.push_back({"TILE", std::to_string(tile)});
    const auto tiles = coverGlobal(request.input.size, {tile, tile});
    pass.global = {tiles[0] / tile * std::size_t(request.workgroup.x),
                   tiles[1] / tile * std::size_t(request.workgroup.y)};
    pass.localBytes = std::uint64_t(tile) * (tile + 1) * request.input.format.bytesPerPixel();
    plan.passes.push_back(std::move(pass));
    return plan;
}

std::vector<Variant> variants() {
    Variant naive;
    naive.id = "naive";
    naive.label = "Naive";
    naive.idea = "One work-item a pixel: rows are read in order, the writes stride over columns.";
    naive.tolerance = exactly();
    naive.workgroups = areaWorkgroups();
    naive.plan = naivePlan;
    naive.automatic = [](const PlanRequest&) { return Workgroup{16, 16}; };
    Variant local;
    local.id = "local";
    local.label = "Local tile";
    local.idea =
        "A 32 x 32 tile through local memory, so that reads and writes both run along rows; one padding column "
        "keeps its columns in different banks (Ruetsch and Micikevicius 2009).";
    local.tolerance = exactly();
    local.workgroups = areaWorkgroups();
    local.plan = localPlan;
    local.automatic = [](const PlanRequest& request) {
        return request.device.type == DeviceType::Cpu ? Workgroup{32, 1} : Workgroup{32, 8};
    };
    return {naive, local};
}

} // namespace

Filter transpose() {
    Filter filter;
    filter.id = "transpose";
    filter.label = "Transpose";
    filter.group = "Geometry";
    filter.doc = "Rows become columns: out(y,x) = in(x,y). Width and height change places; alpha moves along.";
    filter.accepts = {SampleType::U8, SampleType::U16, SampleType::U32, SampleType::F32};
    filter.outputShape = transposed;
    filter.reference = reference;
    filter.variants = variants();
    // A CPU's local memory is ordinary memory, and its caches do what the tile is for.
    filter.automaticVariant = [](const PlanRequest& request) {
        return std::string(request.device.type == DeviceType::Cpu ? "naive" : "local");
    };
    return filter;
}

} // namespace lightbench::filters
