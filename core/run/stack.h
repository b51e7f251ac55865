// A stack: the filters that an image goes through, in order; and what each stage resolves to on a device.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/filter/filter_catalog.h"

namespace lightbench {

/// One stage. A plain value: the lab edits it, the stack text writes it, the engine runs it.
struct Stage {
    std::string filter;
    ParameterValues parameters; ///< complete
    std::string variant = "auto";
    std::optional<Workgroup> workgroup; ///< nothing: auto
    bool enabled = true;
    bool operator==(const Stage&) const = default;
};

using Stack = std::vector<Stage>;

/// A stage of that filter with every default. Throws Error(Usage) for an unknown filter.
Stage makeStage(std::string_view filterId);

/// Whether a stage's variant waits on other work-items in ways that OpenCL does not promise to end, so that it may run
/// only where it can be killed. `auto` never takes such a variant. Of a stack: whether any enabled stage does.
bool needsProgress(const Stage& stage);
bool needsProgress(const Stack& stack);

/// What a stage comes to for one input on one device.
struct ResolvedStage {
    const Filter* filter = nullptr;
    const Variant* variant = nullptr;
    Workgroup workgroup;
    Plan plan;
};

/// Shape of the stage's output. Throws Error(Usage) if the filter does not take this input, saying what it takes.
ImageShape outputShape(const Stage& stage, const ImageShape& input);
/// Chooses variant and workgroup where they are auto, checks everything that can be checked without building, and makes
/// the plan. Throws Error(Usage or Device) with `field` set; the message names filter, variant, size and limit.
ResolvedStage resolveStage(const Stage& stage, const ImageShape& input, const DeviceInfo& device);
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
/// The plan of a variant for a legal workgroup, `cpu` included.
Plan makePlan(const Filter& filter, const Variant& variant, const PlanRequest& request);

} // namespace lightbench
