#include "core/run/resolve.h"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/device/device_traits.h"
#include "core/framework/host_variant.h"
#include "core/run/region_mix.h"
#include "core/run/stage_images.h"

namespace lightbench {

namespace {
std::uint64_t largestBuffer(const ResolvedStage& resolved, const ImageShape& input) {
    std::uint64_t largest = std::max<std::uint64_t>(input.bytes(), resolved.plan.output.bytes());
    for (const Scratch& scratch : resolved.plan.scratch)
        largest = std::max(largest, scratch.bytes);
    for (const ImageShape& image : resolved.plan.images)
        largest = std::max<std::uint64_t>(largest, image.bytes());
    return largest;
}

void checkMemory(const ResolvedStage& resolved, const ImageShape& input, const DeviceInfo& device) {
    const std::uint64_t largest = largestBuffer(resolved, input);
    if (largest <= device.maxAllocation) return;
    fail(ErrorKind::Device, resolved.filter->id + " (" + resolved.variant->id + ") needs a buffer of " +
                                byteText(double(largest)) + "; " + device.name + " allows at most " +
                                byteText(double(device.maxAllocation)) +
                                ". Use a smaller image, another variant or another device");
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

/// Fills in what plan functions leave empty. Passes that appendPlan took over are complete already.
void complete(KernelPass& pass, const Filter& filter) {
    if (pass.program.empty()) pass.program = filter.id;
    declareLargeWorkgroup(pass);
}

/// The variant whose measured choices hold for this one.
const std::string& measuredAs(const Variant& variant) {
    return variant.baseVariant.empty() ? variant.id : variant.baseVariant;
}

/// The request with the tuning parameters that the variant declares. Their values come from the filter's choices.
PlanRequest withTuning(const Filter& filter, const Variant& variant, PlanRequest request) {
    request.tuning = chosen(filter.choices, request, measuredAs(variant)).tuning;
    std::erase_if(request.tuning, [&](const auto& value) {
        return std::ranges::find(variant.tuning, value.first) == variant.tuning.end();
    });
    return request;
}
/// Lets the driver choose the workgroup of every pass of 1 x 1 work-items. Passes of other sizes come from other
/// filters' plans, which may depend on them.
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
    Plan plan = variant.plan ? variant.plan(withTuning(filter, variant, request)) : hostPlan(filter, request);
    plan.filter = filter.id;
    plan.output = outputShapeOf(filter, request.input, request.parameters);
    plan.images = imagesOf(filter, request);
    for (Pass& pass : plan.passes)
        if (auto* kernel = std::get_if<KernelPass>(&pass)) complete(*kernel, filter);
    return plan;
}

/// The workgroup that the filter's choices want, or else the variant's rule, whether it is legal or not. The variant
/// `cpu`, which has no plan, ignores the choices.
static Workgroup wantedWorkgroup(const Filter& filter, const Variant& variant, const PlanRequest& request) {
    const auto measured = chosen(filter.choices, request, measuredAs(variant)).workgroup;
    if (measured && variant.plan) return *measured;
    if (variant.automatic) return variant.automatic(request);
    return usualWorkgroup(request.device, variant.workgroups.shape == WorkgroupRule::Area);
}

namespace {
// Why a workgroup size cannot run a variant: limits of the device, the variant's rule, and what its plan needs.
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
           " depend on the size of their workgroups, so that the driver cannot choose it; give auto, or a size";
}

std::string ruleProblem(const Variant& variant, const PlanRequest& request) {
    if (variant.workgroups.shape == WorkgroupRule::Line && request.workgroup.y != 1)
        return variant.id + " takes workgroups of one row: give a number of work-items such as " +
               std::to_string(request.workgroup.x);
    return variant.workgroups.problem ? variant.workgroups.problem(request.workgroup, request) : std::string();
}

/// Some passes have workgroups of their own, such as one that merges tables.
std::string passProblem(const Plan& plan, const DeviceInfo& device) {
    for (const Pass& pass : plan.passes)
        if (const auto* kernel = std::get_if<KernelPass>(&pass);
            kernel && std::size_t(kernel->local.items()) > device.maxWorkgroup)
            return "kernel " + kernel->kernel + " has " + std::to_string(kernel->local.items()) +
                   " work-items per workgroup; the device's limit is " + std::to_string(device.maxWorkgroup);
    return {};
}

std::string privateProblem(const Plan& plan, const PlanRequest& request) {
    const std::uint64_t needed = groupPrivateBytes(plan), maximum = request.device.privateMemory;
    if (maximum == 0 || needed <= maximum) return {};
    return workgroupText(request.workgroup) + " needs " + byteText(double(needed)) +
           " for private arrays of its work-items; the device's driver has them on a stack, with room for " +
           byteText(double(maximum)) + ". Use a smaller workgroup";
}

std::string localProblem(std::uint64_t needed, const PlanRequest& request) {
    const std::uint64_t reserve = localMemoryReserve(request.device);
    if (needed == 0 || needed + reserve <= request.device.localMemory) return {};
    return workgroupText(request.workgroup) + " needs " + byteText(double(needed)) +
           " of local memory; the device has " + byteText(double(request.device.localMemory)) + " per workgroup" +
           (reserve ? ", minus what its driver uses" : "");
}

/// What forbids the request's size before anything is planned; empty if nothing does. `request` has the variant's
/// tuning parameters.
std::string sizeProblem(const Variant& variant, const PlanRequest& request) {
    if (request.workgroup == driverChosenWorkgroup) return driversProblem(variant);
    std::string problem = limitProblem(request.workgroup, request.device);
    return problem.empty() ? ruleProblem(variant, request) : problem;
}

/// What the plan for that size needs and the device lacks; empty if it lacks nothing.
std::string needsProblem(const Plan& plan, const PlanRequest& request) {
    std::string problem = localProblem(localBytes(plan), request);
    if (problem.empty()) problem = privateProblem(plan, request);
    return problem.empty() ? passProblem(plan, request.device) : problem;
}

/// A variant with a workgroup, judged for one request.
struct Candidate {
    const Variant* variant = nullptr;
    WorkgroupChoice choice{};
    std::optional<Plan> plan{}; ///< none if limits or rules already forbid the size
};

/// Limits and rules come first; only what they allow is planned.
Candidate judged(const Filter& filter, const Variant& variant, const PlanRequest& request) {
    Candidate candidate{&variant, {request.workgroup, false, {}, 0, 0}};
    WorkgroupChoice& choice = candidate.choice;
    choice.reason = sizeProblem(variant, withTuning(filter, variant, request));
    if (!choice.reason.empty()) return candidate;
    const Plan& plan = candidate.plan.emplace(makePlan(filter, variant, request));
    choice.items = request.workgroup.items();
    choice.localBytes = localBytes(plan);
    choice.reason = needsProblem(plan, request);
    choice.legal = choice.reason.empty();
    return candidate;
}

/// The candidates of a filter for one request. Each is judged once and keeps its plan, because plans take most of the
/// time of resolving. References to candidates stay valid.
class Candidates {
public:
    Candidates(const Filter& filter, const PlanRequest& request)
        : filter_(filter), request_(request), input_(request.input),
          part_(computedPart(filter, request.input, request.parameters)) {
        request_.input.size = {part_.width, part_.height};
    }
    const Filter& filter() const { return filter_; }
    const ImageShape& input() const { return input_; }
    /// For what the filter computes of the input, which is a part of it where a region allows that.
    const PlanRequest& request() const { return request_; }
    Candidate& at(const Variant& variant, Workgroup workgroup) {
        for (Candidate& known : judged_)
            if (known.variant == &variant && known.choice.workgroup == workgroup) return known;
        return judged_.emplace_back(holds(variant)
                                        ? judged(filter_, variant, withWorkgroup(request_, workgroup))
                                        : Candidate{&variant, {workgroup, false, variant.applies.rule, 0, 0}});
    }

    /// With the workgroup for `auto`. If no size is legal, it is the one that was wanted if only its needs are in the
    /// way, because that reason says most; or else the last one that was tried.
    Candidate& automatic(const Variant& variant) {
        const Workgroup wanted = wantedWorkgroup(filter_, variant, request_);
        Workgroup workgroup = wanted;
        // Halve until it fits; then whatever is offered and legal, largest first.
        while (workgroup.items() > 1 && !at(variant, workgroup).choice.legal)
            (workgroup.x >= workgroup.y ? workgroup.x : workgroup.y) /= 2;
        Candidate* best = &at(variant, workgroup);
        if (best->choice.legal) return *best;
        const auto legalItems = [](const Candidate& one) { return one.choice.legal ? one.choice.items : 0; };
        for (Workgroup offered : variant.workgroups.offered)
            if (Candidate& one = at(variant, offered); legalItems(one) > legalItems(*best)) best = &one;
        if (Candidate& first = at(variant, wanted); !best->choice.legal && first.plan) return first;
        return *best;
    }
    Candidate& of(const Variant& variant, const std::optional<Workgroup>& wanted) {
        return wanted ? at(variant, *wanted) : automatic(variant);
    }

    bool applies(const Variant& variant) { return missingOn(request_.device, variant).empty() && holds(variant); }
    bool runs(const Variant& variant, const std::optional<Workgroup>& wanted) {
        return applies(variant) && of(variant, wanted).choice.legal;
    }
    /// The variant for `auto`: the first of the measured choices that runs, or else the first variant that does. If
    /// none runs, it is the first choice whose rule holds: the error that follows says what it lacks.
    const Variant& automaticVariant(const std::optional<Workgroup>& wanted) {
        const std::vector<std::string> choices = chosenVariants(filter_.choices, request_);
        const auto mayRun = [&](const Variant& variant) { return mayBeAutomatic(variant) && runs(variant, wanted); };
        for (const std::string& id : choices)
            if (const Variant& variant = variantById(filter_, id); mayRun(variant)) return variant;
        for (const Variant& variant : filter_.variants)
            if (mayRun(variant)) return variant;
        for (const std::string& id : choices)
            if (const Variant& variant = variantById(filter_, id); holds(variant)) return variant;
        return filter_.variants.front();
    }

    /// A legal candidate's plan, with what the stage adds to it.
    ResolvedStage resolved(Candidate taken) const {
        ResolvedStage stage{&filter_, taken.variant, taken.choice.workgroup, std::move(taken.plan.value())};
        PlanRequest request = withWorkgroup(request_, stage.workgroup);
        request.input = input_;
        addRegionMix(stage.plan, request, part_);
        return stage;
    }

private:
    /// The variant's rule, asked once: it may compute tables of weights.
    bool holds(const Variant& variant) {
        const auto [known, isNew] = holds_.try_emplace(&variant, true);
        if (isNew && variant.applies.holds) known->second = variant.applies.holds(request_);
        return known->second;
    }
    const Filter& filter_;
    PlanRequest request_;
    ImageShape input_;
    Rectangle part_;
    std::deque<Candidate> judged_;
    std::map<const Variant*, bool> holds_;
};

/// The variant that the stage asks for. Throws Error(field "variant"), with one that would do, if it does not apply.
const Variant& requestedVariant(const Stage& stage, Candidates& candidates) {
    const Filter& filter = candidates.filter();
    const DeviceInfo& device = candidates.request().device;
    const Variant& variant =
        stage.variant == "auto" ? candidates.automaticVariant(stage.workgroup) : variantById(filter, stage.variant);
    if (candidates.applies(variant)) return variant;
    const bool isMissing = !missingOn(device, variant).empty();
    const Variant& other = candidates.automaticVariant({});
    fail(isMissing ? ErrorKind::Device : ErrorKind::Usage,
         filter.id + " variant=" + variant.id + (isMissing ? " cannot run on " + device.name : " does not apply here") +
             ": " + whyNotApplicable(variant, candidates.request()) +
             (candidates.runs(other, {}) ? ". Use variant=" + other.id + ", or auto" : ""),
         "variant");
}

/// The choice of a stored race, if it is legal here. Nothing otherwise: resolveStage goes on with the same candidates.
std::optional<ResolvedStage> storedChoice(const Stage& stage, Candidates& candidates, const Tuning& tuning) {
    if (!tuning.database || stage.workgroup) return std::nullopt;
    const Filter& filter = candidates.filter();
    const PlanRequest& request = candidates.request();
    const TuningResult* result = resultFor(*tuning.database, filter, request);
    if (!result) return std::nullopt;
    const Variant* variant = findVariant(filter, result->variant);
    if (stage.variant != "auto" && stage.variant != result->variant) return std::nullopt;
    const std::optional<Workgroup> workgroup = parseWorkgroup(result->workgroup);
    if (!variant || !mayBeAutomatic(*variant) || !workgroup || !candidates.runs(*variant, workgroup))
        return std::nullopt;
    ResolvedStage resolved = candidates.resolved(candidates.at(*variant, *workgroup));
    resolved.tunedOn = result->date();
    const bool isOfTheseKernels = kernelsHash(programNames(resolved.plan), *tuning.kernels) == result->kernels;
    if (!isOfTheseKernels || largestBuffer(resolved, candidates.input()) > request.device.maxAllocation)
        return std::nullopt;
    return resolved;
}
} // namespace

WorkgroupChoice judgeWorkgroup(const Filter& filter, const Variant& variant, const PlanRequest& request) {
    return Candidates(filter, request).at(variant, request.workgroup).choice;
}

std::vector<WorkgroupChoice> workgroupChoices(const Filter& filter, const Variant& variant,
                                              const PlanRequest& request) {
    std::vector<WorkgroupChoice> choices;
    for (Workgroup workgroup : variant.workgroups.offered)
        choices.push_back(judgeWorkgroup(filter, variant, withWorkgroup(request, workgroup)));
    return choices;
}

Workgroup automaticWorkgroup(const Filter& filter, const Variant& variant, const PlanRequest& request) {
    return Candidates(filter, request).automatic(variant).choice.workgroup;
}

const Variant& automaticVariant(const Filter& filter, const PlanRequest& request,
                                const std::optional<Workgroup>& wanted) {
    return Candidates(filter, request).automaticVariant(wanted);
}

Plan automaticPlan(const Filter& filter, const PlanRequest& request) {
    Candidates candidates(filter, request);
    const Variant& variant = candidates.automaticVariant({});
    Candidate& taken = candidates.automatic(variant);
    if (taken.plan) return std::move(*taken.plan);
    return makePlan(filter, variant, withWorkgroup(request, taken.choice.workgroup));
}

std::optional<ResolvedStage> tunedStage(const Stage& stage, const ImageShape& input, const DeviceInfo& device,
                                        const FilterCatalog& filters, const Tuning& tuning) {
    Candidates candidates(filters.byId(stage.filter), {input, stage.parameters, device, {}});
    return storedChoice(stage, candidates, tuning);
}

ResolvedStage resolveStage(const Stage& stage, const ImageShape& input, const DeviceInfo& device,
                           const FilterCatalog& filters, const Tuning& tuning) {
    const Filter& filter = filters.byId(stage.filter);
    outputShape(stage, input, filters); // checks
    Candidates candidates(filter, {input, stage.parameters, device, {}});
    if (std::optional<ResolvedStage> tuned = storedChoice(stage, candidates, tuning)) return *tuned;
    const Variant& variant = requestedVariant(stage, candidates);
    Candidate& taken = candidates.of(variant, stage.workgroup);
    if (!taken.choice.legal)
        fail(ErrorKind::Usage, filter.id + " variant=" + variant.id + " on " + device.name + ": " + taken.choice.reason,
             "workgroup");
    ResolvedStage resolved = candidates.resolved(std::move(taken));
    checkMemory(resolved, input, device);
    return resolved;
}

StageChoices stageChoices(const Stage& stage, const ImageShape& input, const DeviceInfo& device,
                          const FilterCatalog& filters, const Tuning& tuning) {
    const Filter& filter = filters.byId(stage.filter);
    Candidates candidates(filter, {input, stage.parameters, device, {}});
    const std::optional<ResolvedStage> tuned = storedChoice(stage, candidates, tuning);
    const bool isAuto = stage.variant == "auto";
    const auto variantWith = [&](const std::optional<Workgroup>& wanted) {
        return isAuto ? &candidates.automaticVariant(wanted) : &variantById(filter, stage.variant);
    };
    StageChoices choices;
    choices.automatic = tuned ? tuned->variant : &candidates.automaticVariant(stage.workgroup);
    choices.variant = tuned ? tuned->variant : variantWith(stage.workgroup);
    choices.automaticWorkgroup =
        tuned ? tuned->workgroup : candidates.automatic(*variantWith(std::nullopt)).choice.workgroup;
    choices.workgroup = candidates.at(*choices.variant, stage.workgroup.value_or(choices.automaticWorkgroup)).choice;
    for (const Workgroup offered : choices.variant->workgroups.offered)
        choices.offered.push_back(candidates.at(*choices.variant, offered).choice);
    if (tuned) choices.tunedOn = tuned->tunedOn;
    return choices;
}

std::vector<PlannedStage> plannedStages(const Stack& stack, const ImageShape& input, const DeviceInfo& device,
                                        const FilterCatalog& filters, const Tuning& tuning) {
    std::vector<PlannedStage> stages;
    StageImages images(input);
    ImageShape shape = input;
    for (int i = 0; i < int(stack.size()); ++i) {
        Stage stage = stack[std::size_t(i)];
        if (!stage.enabled) continue;
        try {
            stage.parameters = images.withImages(std::move(stage.parameters), i);
            stages.push_back({i, stage, shape, resolveStage(stage, shape, device, filters, tuning)});
        } catch (const Error& error) {
            throw placed(error, stack.size() > 1 ? "stage " + std::to_string(i + 1) + ": " : "", i);
        }
        shape = stages.back().resolved.plan.output;
        images.add(i, shape);
    }
    return stages;
}

std::optional<ResolvedStage> fallbackOf(const ResolvedStage& resolved, const Stage& stage, const ImageShape& input,
                                        const DeviceInfo& device) {
    if (resolved.variant->fallbackVariant.empty()) return std::nullopt;
    const Variant& variant = variantById(*resolved.filter, resolved.variant->fallbackVariant);
    Candidates candidates(*resolved.filter, {input, stage.parameters, device, {}, true});
    if (!candidates.runs(variant, {})) return std::nullopt;
    ResolvedStage fallback = candidates.resolved(std::move(candidates.automatic(variant)));
    if (largestBuffer(fallback, input) > device.maxAllocation) return std::nullopt;
    return fallback;
}

} // namespace lightbench
