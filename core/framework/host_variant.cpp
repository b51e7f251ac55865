#include "core/framework/host_variant.h"

namespace lightbench {

namespace {
HostPass referencePass(const Filter& filter, const PlanRequest& request, BufferRef result) {
    HostPass pass{RunReference{filter.id, request.input, request.parameters}, {inputBuffer()}, {result}};
    for (int i = 0; i < int(imageParameterNames(filter).size()); ++i)
        pass.reads.push_back(secondImage(i));
    return pass;
}

Plan analysisPlan(const Filter& filter, const PlanRequest& request) {
    const std::size_t words = filter.analysisLength(request.input, request.parameters);
    Plan plan;
    plan.passesThrough = true;
    plan.analysis = plan.addScratch("analysis", words * sizeof(std::uint32_t));
    plan.passes.emplace_back(referencePass(filter, request, *plan.analysis));
    return plan;
}
} // namespace

const Variant& hostVariant() {
    static const Variant variant{
        .id = "cpu",
        .label = "CPU reference",
        .idea =
            "The reference runs on the host, between the stages of the device. This costs a download and an upload.",
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
    plan.passes.emplace_back(referencePass(filter, request, outputBuffer()));
    return plan;
}

} // namespace lightbench
