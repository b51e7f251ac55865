// Resolves a stage for one input on one device: chooses variant and workgroup, makes the plan and checks it, without
// building programs. The engine, forms, experiments and tests use it. All functions are pure.
#pragma once

#include <optional>
#include <vector>

#include "core/framework/plan.h"
#include "core/framework/tuning_database.h"
#include "core/run/stack.h"

namespace lightbench {

/// A stage after resolution: variant, workgroup and plan for one input and one device.
struct ResolvedStage {
    const Filter* filter = nullptr;
    const Variant* variant = nullptr;
    Workgroup workgroup;
    Plan plan;
    std::string tunedOn{}; ///< the date of the tuning result that decided; empty: the built-in choice
};

/// The results of a user's own races, and the current kernels with which they must agree.
struct Tuning {
    TuningDatabasePtr database;
    std::shared_ptr<const KernelLibrary> kernels; ///< with all kernel folders read; not null if `database` is set
};

/// Resolves a stage whose workgroup (and possibly variant) is auto from stored races. Nothing if there is no entry, if
/// it was measured with other kernels, or if it cannot run here.
std::optional<ResolvedStage> tunedStage(const Stage& stage, const ImageShape& input, const DeviceInfo& device,
                                        const FilterCatalog& filters, const Tuning& tuning);
/// Resolves a stage. What is auto comes from stored races, else from the built-in choices. Everything that needs no
/// build is checked on the plan. Each variant and size that is tried is planned once; usually the first one is legal.
/// Throws Error(Usage or Device) with `field` set; the message names filter, variant, size and limit.
ResolvedStage resolveStage(const Stage& stage, const ImageShape& input, const DeviceInfo& device,
                           const FilterCatalog& filters, const Tuning& tuning = {});

/// What the form of a stage shows.
struct StageChoices {
    const Variant* automatic = nullptr; ///< what variant `auto` takes, with the stage's workgroup
    const Variant* variant = nullptr;   ///< the one that runs
    Workgroup automaticWorkgroup;       ///< what workgroup `auto` takes
    WorkgroupChoice workgroup;          ///< the one that runs, or why it cannot
    std::vector<WorkgroupChoice> offered{};
    std::string tunedOn{}; ///< as in ResolvedStage
};
/// Judges every workgroup that the stage's variant offers, each once.
StageChoices stageChoices(const Stage& stage, const ImageShape& input, const DeviceInfo& device,
                          const FilterCatalog& filters, const Tuning& tuning = {});

/// A resolved stage of a stack.
struct PlannedStage {
    int stackIndex = 0;
    Stage requested; ///< with its second images filled in, as far as they are known
    ImageShape input;
    ResolvedStage resolved;
};
/// The enabled stages of a stack, resolved in order. Throws what resolveStage throws, with `stage` set.
std::vector<PlannedStage> plannedStages(const Stack& stack, const ImageShape& input, const DeviceInfo& device,
                                        const FilterCatalog& filters, const Tuning& tuning);

/// The fallback for a resolved stage while its programs are built for new values. Nothing if its variant needs none, or
/// if the fallback cannot run here.
std::optional<ResolvedStage> fallbackOf(const ResolvedStage& resolved, const Stage& stage, const ImageShape& input,
                                        const DeviceInfo& device);
/// The workgroup sizes that a variant offers, each with legality and reason, in the order of its rule.
std::vector<WorkgroupChoice> workgroupChoices(const Filter& filter, const Variant& variant, const PlanRequest& request);
/// Checks one size, offered or not.
WorkgroupChoice judgeWorkgroup(const Filter& filter, const Variant& variant, const PlanRequest& request);
/// The workgroup for `auto`: the variant's own choice, reduced until it is legal on the device.
Workgroup automaticWorkgroup(const Filter& filter, const Variant& variant, const PlanRequest& request);
/// The variant for `auto`: the first of the filter's choices that runs on the device, or else the first variant that
/// does. With the `wanted` workgroup if one is given.
const Variant& automaticVariant(const Filter& filter, const PlanRequest& request,
                                const std::optional<Workgroup>& wanted = std::nullopt);
/// The plan with both automatic, for a filter within another filter's plan.
Plan automaticPlan(const Filter& filter, const PlanRequest& request);
/// The plan of a variant (`cpu` included) for a legal workgroup: the filter's passes only, without region and mix.
Plan makePlan(const Filter& filter, const Variant& variant, const PlanRequest& request);

} // namespace lightbench
