// The reference as a host pass.
#include "core/filter/host_variant.h"

#include <cstring>

namespace lightbench {

namespace {
constexpr int analysisIndex = 0;

Image imageOf(const ImageShape& shape, std::span<const std::byte> bytes) {
    Image image(shape);
    std::memcpy(image.bytes().data(), bytes.data(), shape.bytes());
    return image;
}

Plan analysisPlan(const Filter& filter, const PlanRequest& request) {
    Plan plan;
    plan.passesThrough = true;
    plan.analysisScratch = analysisIndex;
    const auto analyse = filter.analyse;
    // The length of an analysis is known only from doing one: that of a single pixel has the same.
    ImageShape one = request.input;
    one.size = {1, 1};
    Image pixel(one);
    std::memset(pixel.bytes().data(), 0, pixel.bytes().size());
    const std::size_t words = analyse(pixel, request.parameters).size();
    plan.scratch.push_back({"analysis", words * sizeof(std::uint32_t), {}});
    HostPass pass;
    pass.name = "cpu reference";
    pass.reads = {inputBuffer()};
    pass.writes = {scratchBuffer(analysisIndex)};
    pass.work = [analyse, shape = request.input, parameters = request.parameters](auto reads, auto writes) {
        const std::vector<std::uint32_t> result = analyse(imageOf(shape, reads[0]), parameters);
        std::memcpy(writes[0].data(), result.data(), writes[0].size());
    };
    plan.passes.push_back(std::move(pass));
    return plan;
}
} // namespace

const Variant& hostVariant() {
    static const Variant variant{
        .id = "cpu",
        .label = "CPU reference",
        .idea = "The reference on the host in the middle of the chain, with the download and upload that it costs.",
        .workgroups = {WorkgroupRule::Line, {{1, 1}}},
        .automatic =
            [](const PlanRequest&) {
                return Workgroup{1, 1};
            },
    };
    return variant;
}

Plan hostPlan(const Filter& filter, const PlanRequest& request) {
    if (filter.analyse) return analysisPlan(filter, request);
    Plan plan;
    HostPass pass;
    pass.name = "cpu reference";
    pass.reads = {inputBuffer()};
    pass.writes = {outputBuffer()};
    pass.work = [reference = filter.reference, shape = request.input, parameters = request.parameters](auto reads,
                                                                                                       auto writes) {
        const Image result = reference(imageOf(shape, reads[0]), parameters);
        std::memcpy(writes[0].data(), result.bytes().data(), writes[0].size());
    };
    plan.passes.push_back(std::move(pass));
    return plan;
}

} // namespace lightbench
