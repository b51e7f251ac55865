// What a stage of a stack resolves to on a device: variant, workgroup and plan, with every check that needs no build.
#pragma once

#include <optional>
#include <vector>

#include "core/filter/plan.h"
#include "core/filter/tuned_choices.h"
#include "core/run/stack.h"

namespace lightbench {

/// What a stage comes to for one input on one device.
struct ResolvedStage {
    const Filter* filter = nullptr;
    const Variant* variant = nullptr;
    Workgroup workgroup;
    Plan plan;
    std::string tunedOn{}; ///< the date of the remembered race that chose what is auto; empty: none did
};

/// What a user's own races found, and the kernels of now, which it must be of.
struct Tuning {
    TuningMemoryPtr memory;
    std::shared_ptr<const KernelLibrary> kernels; ///< read; not null where there is a memory
};

/// What is remembered for a stage whose workgroup, and perhaps whose variant, is auto; nothing if the memory has
/// nothing for this, or what it has is of other kernels or cannot run here.
std::optional<ResolvedStage> tunedStage(const Stage& stage, const ImageShape& input, const DeviceInfo& device,
                                        const FilterCatalog& filters, const Tuning& tuning);
/// Chooses variant and workgroup where they are auto (what is remembered, else what was built in), checks everything
/// that can be checked without building, and makes the plan. Throws Error(Usage or Device) with `field` set; the
/// message names filter, variant, size and limit.
ResolvedStage resolveStage(const Stage& stage, const ImageShape& input, const DeviceInfo& device,
                           const FilterCatalog& filters = builtInFilters(), const Tuning& tuning = {});
/// What runs in place of a stage that was resolved, while its programs are being built for new values; nothing if its
/// variant needs no stand-in, or if that cannot run here.
std::optional<ResolvedStage> standInOf(const ResolvedStage& resolved, const Stage& stage, const ImageShape& input,
                                       const DeviceInfo& device);
/// The offered workgroup sizes of a variant with legality and reason, in the order of its rule.
std::vector<WorkgroupChoice> workgroupChoices(const Filter& filter, const Variant& variant, const PlanRequest& request);
/// One size, offered or not.
WorkgroupChoice judgeWorkgroup(const Filter& filter, const Variant& variant, const PlanRequest& request);
/// What `workgroup=auto` takes: the variant's own choice, reduced until it is legal on the device.
Workgroup automaticWorkgroup(const Filter& filter, const Variant& variant, const PlanRequest& request);
/// The variant `auto` takes: the filter's choice, or the first that runs on the device where that one cannot, with the
/// workgroup that is wanted if one is.
const Variant& automaticVariant(const Filter& filter, const PlanRequest& request,
                                const std::optional<Workgroup>& wanted = std::nullopt);
/// The plan of a variant for a legal workgroup, `cpu` included: its filter's alone, without what a stage adds.
Plan makePlan(const Filter& filter, const Variant& variant, const PlanRequest& request);

} // namespace lightbench
