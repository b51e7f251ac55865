// Copies device buffers into images, calls the reference or analysis, and copies the result back.
#include "core/framework/host_variant.h"

#include <cstring>
#include <stdexcept>

namespace lightbench {

namespace {
Image imageOf(const ImageShape& shape, std::span<const std::byte> bytes) {
    Image image(shape);
    std::memcpy(image.bytes().data(), bytes.data(), shape.bytes());
    return image;
}

HostPass referencePass(const Filter& filter, BufferRef result) {
    HostPass pass;
    pass.name = "cpu reference";
    pass.reads = {inputBuffer()};
    for (int i = 0; i < int(imageParameterNames(filter).size()); ++i)
        pass.reads.push_back(secondImage(i));
    pass.writes = {result};
    return pass;
}

/// The parameters with their second images, which follow the input in `reads`.
ParameterValues withImages(ParameterValues parameters, const std::vector<std::string>& names, const ImageShape& usual,
                           std::span<const std::span<const std::byte>> reads) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        ImageInput image = parameters.image(names[i]);
        if (!image.isShapeKnown()) image.shape = usual;
        image.image = std::make_shared<const Image>(imageOf(image.shape, reads[i + 1]));
        parameters.set(names[i], image);
    }
    return parameters;
}

Plan analysisPlan(const Filter& filter, const PlanRequest& request) {
    const std::size_t words = filter.analysisLength(request.input, request.parameters);
    Plan plan;
    plan.passesThrough = true;
    plan.analysis = plan.addScratch("analysis", words * sizeof(std::uint32_t));
    HostPass pass = referencePass(filter, *plan.analysis);
    pass.work = [analyse = filter.analyse, id = filter.id, words, shape = request.input,
                 parameters = request.parameters](auto reads, auto writes) {
        const std::vector<std::uint32_t> result = analyse(imageOf(shape, reads[0]), parameters);
        if (result.size() != words)
            throw std::logic_error("the analysis of " + id + " has " + std::to_string(result.size()) +
                                   " words; its length was to be " + std::to_string(words));
        std::memcpy(writes[0].data(), result.data(), writes[0].size());
    };
    plan.passes.emplace_back(std::move(pass));
    return plan;
}
} // namespace

const Variant& hostVariant() {
    static const Variant variant{
        .id = "cpu",
        .label = "CPU reference",
        .idea =
            "Runs the reference on the host, between the device's stages, with the download and upload that it costs.",
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
    HostPass pass = referencePass(filter, outputBuffer());
    pass.work = [reference = filter.reference, names = imageParameterNames(filter), shape = request.input,
                 parameters = request.parameters](auto reads, auto writes) {
        const Image result = reference(imageOf(shape, reads[0]), withImages(parameters, names, shape, reads));
        std::memcpy(writes[0].data(), result.bytes().data(), writes[0].size());
    };
    plan.passes.emplace_back(std::move(pass));
    return plan;
}

} // namespace lightbench
