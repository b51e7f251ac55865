#include "gpu/execution/tested_reads.h"

#include <algorithm>

#include "core/definition/kernel_file.h"
#include "core/definition/reads.h"
#include "gpu/execution/executor.h"

namespace lightbench {

namespace {
constexpr std::size_t maxEntries = 256;

/// Quick, because every run asks. A word of the text may also stand in a comment, which the test then finds out.
bool mayDeclareReads(const Stage& stage, const FilterCatalog& filters) {
    constexpr const char* key = "reads:";
    const FilterDefinition* definition = stage.enabled ? filters.definition(stage.filter) : nullptr;
    return definition &&
           (definition->text.find(key) != std::string::npos || definition->corrections.find(key) != std::string::npos);
}

/// The stage as it is tested: with its variant, for any workgroup, and for all of the image.
Stage testedStage(const PlannedStage& planned) {
    Stage stage{.filter = planned.requested.filter, .parameters = planned.requested.parameters};
    stage.variant = planned.resolved.variant->id;
    for (const Parameter& parameter : stageParameters())
        if (stage.parameters.all().contains(parameter.name)) stage.parameters.set(parameter.name, parameter.initial);
    return stage;
}
} // namespace

void TestedReads::check(DeviceSession& session, const StackRequest& request, const RunSnapshot& snapshot,
                        const RunMonitor& monitor, EngineCaches& caches) {
    const auto declares = [&](const Stage& stage) { return mayDeclareReads(stage, request.filters); };
    if (std::ranges::none_of(request.stack, declares)) return;
    for (const PreparedStage& stage : resolvedStages(session, request.stack, request.image->shape(), snapshot)) {
        if (!declares(stage.requested) || !stage.resolved.variant->plan) continue;
        const Entry& entry = tested(session, request, snapshot, monitor, caches, stage);
        if (!entry.problem) continue;
        Error problem = *entry.problem;
        problem.stage = stage.stackIndex;
        throw problem;
    }
}

const TestedReads::Entry& TestedReads::tested(DeviceSession& session, const StackRequest& request,
                                              const RunSnapshot& snapshot, const RunMonitor& monitor,
                                              EngineCaches& caches, const PlannedStage& planned) {
    const Stage stage = testedStage(planned);
    const Format format = planned.input.format;
    const auto known = std::ranges::find_if(entries_, [&](const Entry& one) {
        return one.device == request.device && one.format == format && one.stage == stage &&
               isDefinedAlike(stage.filter, one.filters, request.filters);
    });
    if (known != entries_.end()) return *known;
    Entry entry{request.filters, stage, format, request.device, {}};
    const auto run = [&](const ImagePtr& image) {
        const StackRequest small{image, {stage}, request.device, request.filters, request.kernels};
        Execution execution;
        execution.stageImages = execution.histograms = false;
        return Executor(session, small, snapshot, execution, {.stop = monitor.stop, .progress = {}}, caches)
            .run()
            ->output;
    };
    try {
        checkReads(kernelFileOf(*request.filters.definition(stage.filter)), stage.parameters, format, run);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Usage) throw;
        entry.problem = error;
    }
    if (entries_.size() >= maxEntries) entries_.erase(entries_.begin());
    return entries_.emplace_back(std::move(entry));
}

} // namespace lightbench
