// Finds another variant for `auto` by the same rules: the measured choices, then the filter's order.
#include "app/worker/passed_over.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/framework/choices.h"

namespace lightbench {

namespace {
/// The variants that `auto` may take, the best first.
std::vector<std::string> automaticVariants(const PlannedStage& planned, const DeviceInfo& device) {
    const Filter& filter = *planned.resolved.filter;
    std::vector<std::string> ids =
        chosenVariants(filter.choices, {planned.input, planned.requested.parameters, device, {}});
    for (const Variant& variant : filter.variants)
        if (mayBeAutomatic(variant)) ids.push_back(variant.id);
    return ids;
}

/// Gives the stage this variant. False if it does not run here.
bool resolveAs(const std::string& variant, const StackToBuild& wanted, PlannedStage& stage) {
    stage.requested.variant = variant;
    try {
        stage.resolved = resolveStage(stage.requested, stage.input, wanted.device, wanted.filters, wanted.tuning);
        return true;
    } catch (const Error&) {
        return false;
    }
}

/// Nothing if the stack cannot be planned: the worker says why.
std::vector<PlannedStage> plannedOrNone(const StackToBuild& wanted) {
    try {
        return plannedStages(wanted.stack, wanted.input, wanted.device, wanted.filters, wanted.tuning);
    } catch (const Error&) {
        return {};
    }
}
} // namespace

const PassedOver::Entry* PassedOver::find(const StackToBuild& wanted, const PlannedStage& planned) const {
    const std::string kernels = kernelsHash(programNames(planned.resolved.plan), *wanted.tuning.kernels);
    const auto found = std::ranges::find_if(entries_, [&](const Entry& one) {
        return one.device == wanted.device.index && one.filter == planned.resolved.filter->id &&
               one.variant == planned.resolved.variant->id && one.kernels == kernels &&
               one.buildOptions == wanted.buildOptions;
    });
    return found == entries_.end() ? nullptr : &*found;
}

/// The stage with the best variant that is not known to end the driver.
std::optional<PlannedStage> PassedOver::another(const StackToBuild& wanted, const PlannedStage& planned) const {
    for (const std::string& id : automaticVariants(planned, wanted.device)) {
        PlannedStage other = planned;
        if (resolveAs(id, wanted, other) && !find(wanted, other)) return other;
    }
    return std::nullopt;
}

PassingStack PassedOver::passing(const StackToBuild& wanted) const {
    PassingStack passing{wanted.stack};
    if (std::ranges::none_of(entries_, [&](const Entry& one) { return one.device == wanted.device.index; }))
        return passing;
    for (const PlannedStage& planned : plannedOrNone(wanted)) {
        if (planned.requested.variant != "auto") continue;
        const Entry* known = find(wanted, planned);
        const std::optional<PlannedStage> other = known ? another(wanted, planned) : std::nullopt;
        if (!other) continue;
        passing.stack[std::size_t(planned.stackIndex)].variant = other->requested.variant;
        passing.changes.push_back(
            {planned.stackIndex, known->filter + ": auto used " + other->requested.variant + ", because " +
                                     known->variant + " ended the driver's process on " + wanted.device.name +
                                     (known->words.empty() ? "" : " (\"" + known->words + "\")")});
    }
    return passing;
}

bool PassedOver::note(const StackToBuild& wanted, const WorkerEnded& ended) {
    if (!ended.gaveUp) return false;
    for (PlannedStage& planned : plannedOrNone(wanted)) {
        if (planned.stackIndex != ended.stage || planned.requested.variant != "auto") continue;
        if (runsDefinition(planned.requested, wanted.filters)) return false;
        if (!resolveAs(ended.variant, wanted, planned)) return false;
        if (find(wanted, planned)) return false; // `auto` has no other
        entries_.push_back({wanted.device.index, planned.resolved.filter->id, ended.variant,
                            kernelsHash(programNames(planned.resolved.plan), *wanted.tuning.kernels),
                            wanted.buildOptions, ended.words});
        return another(wanted, planned).has_value();
    }
    return false;
}

void markChosen(StackResult& result, const PassingStack& passing) {
    for (const PassingStack::Change& change : passing.changes)
        for (StageReport& stage : result.stages) {
            if (stage.stackIndex != change.stage) continue;
            stage.variantWasAuto = true;
            if (stage.chosenBy.empty()) stage.chosenBy = "built-in";
        }
}

} // namespace lightbench
