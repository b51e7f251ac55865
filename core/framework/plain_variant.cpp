#include "core/framework/plain_variant.h"

#include <utility>

namespace lightbench {

Variant plainVariant(std::string idea, MakePlan plan, Tolerance tolerance, AppliesRule applies) {
    Variant variant;
    variant.id = "plain";
    variant.idea = std::move(idea);
    variant.tolerance = tolerance;
    variant.applies = std::move(applies);
    variant.plan = std::move(plan);
    return variant;
}

AppliesRule whileQuick(CountOperations operations) {
    return {"it takes images and neighbourhoods of up to 40 billion operations, because a processor needs seconds for "
            "so many",
            [operations = std::move(operations)](const PlanRequest& request) {
                return double(request.input.size.area()) * operations(request) <= 40e9;
            }};
}

AppliesRule whileQuickForSamples(CountOperations operations) {
    return whileQuick([operations = std::move(operations)](const PlanRequest& request) {
        return request.input.format.colourChannels() * operations(request);
    });
}

KernelPass plainPass(const PlanRequest& request, const std::string& name, Format output, int operations) {
    KernelPass pass = kernelPass(request, name + "/plain", output);
    pass.operations = request.input.size.area() * std::uint64_t(request.input.format.colourChannels() * operations);
    return pass;
}

void runOneGroup(KernelPass& pass, Workgroup workgroup) {
    pass.global = {std::size_t(workgroup.x), std::size_t(workgroup.y)};
    pass.local = workgroup;
}

} // namespace lightbench
