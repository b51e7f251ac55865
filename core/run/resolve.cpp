// From a stage as the user wrote it to what runs: variant, workgroup, plan.
#include "core/run/resolve.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/device/device_traits.h"
#include "core/framework/host_variant.h"
#include "core/run/region_mix.h"

namespace lightbench {

namespace {
std::string limitProblem(Workgroup workgroup, const DeviceInfo& device) {
    const std::string size = workgroupText(workgroup);
    if (workgroup.x < 1 || workgroup.y < 1) return size + " is not a workgroup size; each side is at least 1";
    if (std::size_t(workgroup.x) > device.maxWorkItems[0])
        return size + " is wider than the device's limit of " + std::to_string(device.maxWorkItems[0]) + " work-items";
    if (std::size_t(workgroup.y) > device.maxWorkItems[1])
        return size + " is higher than the device's limit of " + std::to_string(device.maxWorkItems[1]) + " work-items";
    const std::uint64_t items = std::uint64_t(workgroup.x) * std::uint64_t(workgroup.y);
    if (items > device.maxWorkgroup)
        return size + " has " + std::to_string(items) + " work-items; the device's limit is " +
               std::to_string(device.maxWorkgroup) + " per workgroup";
    return {};
}

std::string driversProblem(const Variant& variant) {
    if (driverMayChoose(variant)) return {};
    return "the kernels of " + variant.id +
           " depend on the size of their workgroups, so that the driver cannot choose " + "it; give auto, or a size";
}

std::string ruleProblem(const Variant& variant, const PlanRequest& request) {
    if (variant.workgroups.shape == WorkgroupRule::Line && request.workgroup.y != 1)
        return variant.id + " takes workgroups of one row: give a number of work-items such as " +
               std::to_string(request.workgroup.x);
    return variant.workgroups.problem ? variant.workgroups.problem(request.workgroup, request) : std::string();
}

std::uint64_t largestBuffer(const ResolvedStage& resolved, const ImageShape& input) {
    std::uint64_t largest = std::max<std::uint64_t>(input.bytes(), resolved.plan.output.bytes());
    for (const Scratch& scratch : resolved.plan.scratch)
        largest = std::max(largest, scratch.bytes);
    for (const ImageShape& image : resolved.plan.images)
        largest = std::max<std::uint64_t>(largest, image.bytes());
    return largest;
}

void checkMemory(const Filter& filter, const ResolvedStage& resolved, const PlanRequest& request) {
    const std::uint64_t largest = largestBuffer(resolved, request.input);
    if (largest <= request.device.maxAllocation) return;
    fail(ErrorKind::Device, filter.id + " (" + resolved.variant->id + ") needs a buffer of " +
                                byteText(double(largest)) + "; " + request.device.name + " allows at most " +
                                byteText(double(request.device.maxAllocation)) +
                                ". Take a smaller image, another variant or another device");
}

const Variant& chosenVariant(const Filter& filter, const Stage& stage, const PlanRequest& request) {
    const Variant& variant = stage.variant == "auto" ? automaticVariant(filter, request, stage.workgroup)
                                                     : variantById(filter, stage.variant);
    const std::string missing = variant.missing ? variant.missing(request.device) : std::string();
    if (!missing.empty())
        fail(ErrorKind::Device,
             filter.id + " variant=" + variant.id + " cannot run on " + request.device.name + ": " + missing,
             "variant");
    return variant;
}

/// Kernels for more work-items than compilers expect are built for exactly that size (KERNEL in
/// kernels/prelude/prelude.clh). Smaller ones share one program for all sizes.
void declareLargeWorkgroup(KernelPass& pass) {
    constexpr int expected = 256;
    const auto isDeclared = [](const auto& define) { return define.first == "WORKGROUP_X"; };
    if (pass.local.items() <= expected || std::ranges::any_of(pass.defines, isDeclared)) return;
    pass.defines.emplace_back("WORKGROUP_X", std::to_string(pass.local.x));
    pass.defines.emplace_back("WORKGROUP_Y", std::to_string(pass.local.y));
}

/// What plans leave to the house. Passes of a plan within the plan have been here before.
void complete(KernelPass& pass, const Filter& filter) {
    if (pass.program.empty()) pass.program = filter.id;
    declareLargeWorkgroup(pass);
}

/// The request as a variant's plan and rule get it: with the tuning parameters that the filter's choices select.
PlanRequest cutFor(const Filter& filter, const Variant& variant, PlanRequest request) {
    request.tuning = chosen(filter.choices, request, variant.id).tuning;
    return request;
}
/// Of a plan for single work-items: passes that other filters' plans brought along have workgroups of their own, and
/// may depend on them.
Plan leftToDriver(Plan plan) {
    for (Pass& pass : plan.passes)
        if (auto* kernel = std::get_if<KernelPass>(&pass); kernel && kernel->local == Workgroup{1, 1})
            kernel->local = driverChosenWorkgroup;
    return plan;
}

PlanRequest withWorkgroup(PlanRequest request, Workgroup workgroup) {
    request.workgroup = workgroup;
    return request;
}
} // namespace

static std::vector<ImageShape> imagesOf(const Filter& filter, const PlanRequest& request) {
    std::vector<ImageShape> shapes;
    for (const std::string& name : imageParameterNames(filter)) {
        const ImageInput& image = request.parameters.image(name);
        shapes.push_back(image.isShapeKnown() ? image.shape : request.input);
    }
    return shapes;
}

Plan makePlan(const Filter& filter, const Variant& variant, const PlanRequest& request) {
    if (request.workgroup == driverChosenWorkgroup)
        return leftToDriver(makePlan(filter, variant, withWorkgroup(request, {1, 1})));
    Plan plan = variant.plan ? variant.plan(cutFor(filter, variant, request)) : hostPlan(filter, request);
    plan.filter = filter.id;
    plan.output = outputShapeOf(filter, request.input, request.parameters);
    plan.images = imagesOf(filter, request);
    for (Pass& pass : plan.passes)
        if (auto* kernel = std::get_if<KernelPass>(&pass)) complete(*kernel, filter);
    return plan;
}

/// With what the stage adds to its filter's plan.
static Plan stagePlan(const Filter& filter, const Variant& variant, const PlanRequest& request) {
    Plan plan = makePlan(filter, variant, request);
    addRegionMix(plan, request);
    return plan;
}

static bool runsOn(const Filter& filter, const Variant& variant, const PlanRequest& request,
                   const std::optional<Workgroup>& wanted) {
    if (variant.missing && !variant.missing(request.device).empty()) return false;
    PlanRequest one = request;
    one.workgroup = wanted ? *wanted : automaticWorkgroup(filter, variant, request);
    return judgeWorkgroup(filter, variant, one).legal;
}

const Variant& automaticVariant(const Filter& filter, const PlanRequest& request,
                                const std::optional<Workgroup>& wanted) {
    const std::string best = chosen(filter.choices, request).variant;
    const Variant& preferred = best.empty() ? filter.variants.front() : variantById(filter, best);
    if (runsOn(filter, preferred, request, wanted)) return preferred;
    for (const Variant& variant : filter.variants)
        if (!variant.needsProgress && runsOn(filter, variant, request, wanted)) return variant;
    return preferred; // the error that follows says what it lacks
}

/// Some passes have workgroups of their own, such as one that merges tables.
static std::string passProblem(const Plan& plan, const DeviceInfo& device) {
    for (const Pass& pass : plan.passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass);
            kernel && std::size_t(kernel->local.items()) > device.maxWorkgroup)
            return "kernel " + kernel->kernel + " has " + std::to_string(kernel->local.items()) +
                   " work-items per workgroup; the device's limit is " + std::to_string(device.maxWorkgroup);
    return {};
}

static std::string privateProblem(const Plan& plan, const PlanRequest& request) {
    const std::uint64_t needed = groupPrivateBytes(plan), maximum = request.device.privateMemory;
    if (maximum == 0 || needed <= maximum) return {};
    return workgroupText(request.workgroup) + " needs " + byteText(double(needed)) +
           " for private arrays of its work-items; the device's driver has them on a stack, with room for " +
           byteText(double(maximum)) + ". Take a smaller workgroup";
}

WorkgroupChoice judgeWorkgroup(const Filter& filter, const Variant& variant, const PlanRequest& request) {
    WorkgroupChoice choice{request.workgroup, true, {}, 0, 0};
    const bool isDrivers = request.workgroup == driverChosenWorkgroup;
    choice.reason = isDrivers ? driversProblem(variant) : limitProblem(request.workgroup, request.device);
    if (choice.reason.empty() && !isDrivers) choice.reason = ruleProblem(variant, cutFor(filter, variant, request));
    choice.legal = choice.reason.empty();
    if (!choice.legal) return choice;
    choice.items = request.workgroup.items();
    const Plan plan = makePlan(filter, variant, request);
    choice.localBytes = localBytes(plan);
    if (choice.localBytes > 0 && choice.localBytes + localMemoryReserve(request.device) > request.device.localMemory) {
        choice.legal = false;
        choice.reason = workgroupText(request.workgroup) + " needs " + byteText(double(choice.localBytes)) +
                        " of local memory; the device has " + byteText(double(request.device.localMemory)) +
                        " per workgroup" + (localMemoryReserve(request.device) ? ", minus what its driver uses" : "");
    }
    if (choice.legal) choice.reason = privateProblem(plan, request);
    if (choice.reason.empty()) choice.reason = passProblem(plan, request.device);
    choice.legal = choice.reason.empty();
    return choice;
}

std::vector<WorkgroupChoice> workgroupChoices(const Filter& filter, const Variant& variant,
                                              const PlanRequest& request) {
    std::vector<WorkgroupChoice> choices;
    for (Workgroup workgroup : variant.workgroups.offered) {
        PlanRequest one = request;
        one.workgroup = workgroup;
        choices.push_back(judgeWorkgroup(filter, variant, one));
    }
    return choices;
}

/// As the filter's choices, else the variant's rule say it, whether the device allows it or not. The host's variant,
/// which has no plan, is not what the choices are about.
static Workgroup wantedWorkgroup(const Filter& filter, const Variant& variant, const PlanRequest& request) {
    const auto measured = chosen(filter.choices, request, variant.id).workgroup;
    if (measured && variant.plan) return *measured;
    if (variant.automatic) return variant.automatic(request);
    return usualWorkgroup(request.device, variant.workgroups.shape == WorkgroupRule::Area);
}

Workgroup automaticWorkgroup(const Filter& filter, const Variant& variant, const PlanRequest& request) {
    PlanRequest one = request;
    one.workgroup = wantedWorkgroup(filter, variant, request);
    // Halve until it fits; then whatever is offered and legal, largest first.
    while (one.workgroup.items() > 1 && !judgeWorkgroup(filter, variant, one).legal)
        (one.workgroup.x >= one.workgroup.y ? one.workgroup.x : one.workgroup.y) /= 2;
    if (judgeWorkgroup(filter, variant, one).legal) return one.workgroup;
    const std::vector<WorkgroupChoice> choices = workgroupChoices(filter, variant, request);
    const auto best = std::ranges::max_element(choices, {}, [](const auto& c) { return c.legal ? c.items : 0; });
    return best != choices.end() && best->legal ? best->workgroup : one.workgroup;
}

std::optional<ResolvedStage> tunedStage(const Stage& stage, const ImageShape& input, const DeviceInfo& device,
                                        const FilterCatalog& filters, const Tuning& tuning) {
    if (!tuning.database || stage.workgroup) return std::nullopt;
    const Filter& filter = filters.byId(stage.filter);
    PlanRequest request{input, stage.parameters, device, {}};
    const TunedChoice* choice = rememberedFor(*tuning.database, filter, request);
    if (!choice || (stage.variant != "auto" && stage.variant != choice->variant)) return std::nullopt;
    const auto variant = std::ranges::find(filter.variants, choice->variant, &Variant::id);
    const std::optional<Workgroup> workgroup = parseWorkgroup(choice->workgroup);
    if (variant == filter.variants.end() || variant->needsProgress || !workgroup ||
        !runsOn(filter, *variant, request, workgroup))
        return std::nullopt;
    request.workgroup = *workgroup;
    ResolvedStage resolved{&filter, &*variant, *workgroup, stagePlan(filter, *variant, request), choice->date()};
    const bool isOfTheseKernels = kernelsHash(programNames(resolved.plan), *tuning.kernels) == choice->kernels;
    if (!isOfTheseKernels || largestBuffer(resolved, input) > device.maxAllocation) return std::nullopt;
    return resolved;
}

ResolvedStage resolveStage(const Stage& stage, const ImageShape& input, const DeviceInfo& device,
                           const FilterCatalog& filters, const Tuning& tuning) {
    const Filter& filter = filters.byId(stage.filter);
    outputShape(stage, input, filters); // checks
    if (std::optional<ResolvedStage> tuned = tunedStage(stage, input, device, filters, tuning)) return *tuned;
    PlanRequest request{input, stage.parameters, device, {}};
    ResolvedStage resolved;
    resolved.filter = &filter;
    resolved.variant = &chosenVariant(filter, stage, request);
    request.workgroup = stage.workgroup ? *stage.workgroup : automaticWorkgroup(filter, *resolved.variant, request);
    const WorkgroupChoice choice = judgeWorkgroup(filter, *resolved.variant, request);
    if (!choice.legal)
        fail(ErrorKind::Usage,
             filter.id + " variant=" + resolved.variant->id + " on " + device.name + ": " + choice.reason, "workgroup");
    resolved.workgroup = request.workgroup;
    resolved.plan = stagePlan(filter, *resolved.variant, request);
    checkMemory(filter, resolved, request);
    return resolved;
}

std::optional<ResolvedStage> fallbackOf(const ResolvedStage& resolved, const Stage& stage, const ImageShape& input,
                                        const DeviceInfo& device) {
    if (resolved.variant->fallbackVariant.empty()) return std::nullopt;
    const Filter& filter = *resolved.filter;
    ResolvedStage fallback{&filter, &variantById(filter, resolved.variant->fallbackVariant), {}, {}};
    PlanRequest request{input, stage.parameters, device, {}, true};
    request.workgroup = automaticWorkgroup(filter, *fallback.variant, request);
    if (!runsOn(filter, *fallback.variant, request, request.workgroup)) return std::nullopt;
    fallback.workgroup = request.workgroup;
    fallback.plan = stagePlan(filter, *fallback.variant, request);
    if (largestBuffer(fallback, input) > device.maxAllocation) return std::nullopt;
    return fallback;
}

} // namespace lightbench
