// Resolves and builds.
#include "gpu/chain/stage_setup.h"

#include <optional>

#include "core/filter/kernel_library.h"

namespace lightbench {

namespace {
PreparedStage resolveOne(const Stack& stack, std::size_t index, const ImageShape& input, const DeviceInfo& device) {
    try {
        PreparedStage stage;
        stage.stackIndex = int(index);
        stage.input = input;
        stage.resolved = resolveStage(stack[index], input, device);
        stage.source = kernelSource(stage.resolved.filter->id);
        return stage;
    } catch (Error& error) {
        error.stage = int(index);
        throw;
    }
}

Workgroup halved(Workgroup workgroup) {
    (workgroup.x >= workgroup.y ? workgroup.x : workgroup.y) /= 2;
    return workgroup;
}
} // namespace

std::vector<PreparedStage> resolveStack(const Stack& stack, const ImageShape& input, const DeviceInfo& device) {
    std::vector<PreparedStage> stages;
    ImageShape shape = input;
    for (std::size_t i = 0; i < stack.size(); ++i) {
        if (!stack[i].enabled) continue;
        stages.push_back(resolveOne(stack, i, shape, device));
        shape = stages.back().resolved.plan.output;
    }
    return stages;
}

void buildStage(DeviceSession& session, PreparedStage& stage, const Stage& asked, Place& place) {
    std::optional<Error> first;
    for (;;) {
        try {
            return prepareKernels(session, stage, place);
        } catch (const Error& error) {
            if (asked.workgroup || error.field != "workgroup") throw;
            if (!first) first = error;
            if (stage.resolved.workgroup.items() == 1) throw *first;
        }
        Stage smaller = asked;
        smaller.variant = stage.resolved.variant->id;
        smaller.workgroup = halved(stage.resolved.workgroup);
        stage.resolved = resolveStage(smaller, stage.input, session.info);
    }
}

StageKey keyOf(const PreparedStage& stage, const Stage& asked) {
    std::string sources = stage.source;
    for (const Pass& pass : stage.resolved.plan.passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass); kernel && !kernel->program.empty())
            sources += kernelSource(kernel->program);
    return {stage.resolved.filter->id, stage.resolved.variant->id, stage.resolved.workgroup, asked.parameters, sources};
}

} // namespace lightbench
