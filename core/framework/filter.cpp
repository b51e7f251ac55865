#include "core/framework/filter.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/device/device_traits.h"
#include "core/framework/filter_definition.h"
#include "core/framework/host_variant.h"
#include "core/framework/plan.h"

namespace lightbench {

WorkgroupRule lineWorkgroups(const WorkgroupProblem& problem) {
    WorkgroupRule rule{.shape = WorkgroupRule::Line, .problem = problem};
    for (int n = 1; n <= 1024; n *= 2)
        rule.offered.push_back({n, 1});
    return rule;
}

WorkgroupRule areaWorkgroups(const WorkgroupProblem& problem) {
    WorkgroupRule rule{.shape = WorkgroupRule::Area, .problem = problem};
    for (int items = 1; items <= 1024; items *= 2)
        for (int y = 1; y <= items && y <= 32; y *= 2)
            rule.offered.push_back({items / y, y});
    return rule;
}

WorkgroupRule areaOrDriverChosenWorkgroups() {
    WorkgroupRule rule = areaWorkgroups();
    rule.offered.push_back(driverChosenWorkgroup);
    return rule;
}

WorkgroupRule singleItemWorkgroups(const std::string& id) {
    return {WorkgroupRule::Line, {{1, 1}}, [id](Workgroup group, const PlanRequest&) {
                return group.items() == 1 ? std::string() : id + " takes workgroups of a single work-item";
            }};
}

ImageShape outputShapeOf(const Filter& filter, const ImageShape& input, const ParameterValues& parameters) {
    if (!filter.outputShape) return input;
    const ImageShape output = filter.outputShape(input, parameters);
    if (output.samples() > maximumSamples)
        fail(ErrorKind::Usage, filter.id + " would produce an image of " + output.name() +
                                   ", more than 2^31 - 1 samples. Use a smaller image or other parameters");
    return output;
}

ImageShape oneChannelShape(const ImageShape& input, const ParameterValues&) {
    return {input.size, {input.format.type, 1}};
}

ImageShape colourShape(const ImageShape& input, const ParameterValues&) {
    if (input.format.channels == 4) return input;
    return {input.size, {input.format.type, 4}, Layout::NoAlpha};
}

ImageShape floatMapShape(const ImageShape& input, const ParameterValues&) { return {input.size, {SampleType::F32, 1}}; }

const Parameter* findParameter(const Filter& filter, std::string_view name) {
    const auto found = std::ranges::find(filter.parameters, name, &Parameter::name);
    return found == filter.parameters.end() ? nullptr : &*found;
}

std::vector<std::string> imageParameterNames(const Filter& filter) {
    std::vector<std::string> names;
    for (const Parameter& parameter : filter.parameters)
        if (parameter.kind == ParameterKind::Image) names.push_back(parameter.name);
    return names;
}

std::vector<const Variant*> allVariants(const Filter& filter) {
    std::vector<const Variant*> all;
    for (const Variant& variant : filter.variants)
        all.push_back(&variant);
    if (hasCpuReference(filter)) all.push_back(&hostVariant());
    return all;
}

std::string missingOn(const DeviceInfo& device, const Variant& variant) {
    return variant.missing ? variant.missing(device) : std::string();
}

std::string missingForLargePrograms(const DeviceInfo& device) {
    if (!isCpuDevice(device) || fillsVectors(device)) return {};
    return "llvmpipe does not build its large program within minutes";
}

std::string whyNotApplicable(const Variant& variant, const PlanRequest& request) {
    if (std::string missing = missingOn(request.device, variant); !missing.empty()) return missing;
    return !variant.applies.holds || variant.applies.holds(request) ? std::string() : variant.applies.rule;
}

bool driverMayChoose(const Variant& variant) {
    const std::vector<Workgroup>& offered = variant.workgroups.offered;
    return std::ranges::find(offered, driverChosenWorkgroup) != offered.end();
}

const Variant* findVariant(const Filter& filter, std::string_view id) {
    const auto found = std::ranges::find(filter.variants, id, &Variant::id);
    return found == filter.variants.end() ? nullptr : &*found;
}

const Variant& variantById(const Filter& filter, std::string_view id) {
    if (const Variant* found = findVariant(filter, id)) return *found;
    std::vector<std::string> names{"auto"};
    for (const Variant* variant : allVariants(filter)) {
        if (variant->id == id) return *variant;
        names.push_back(variant->id);
    }
    if (id.starts_with(ownVariantPrefix))
        fail(ErrorKind::Usage,
             filter.id + " has no variant called \"" + shownText(id) +
                 "\"; load its file with --kernels FILE, or put " +
                 "it into your kernel folder. It has the line //@ variant of: " + filter.id + " VARIANT",
             "variant");
    fail(ErrorKind::Usage,
         filter.id + " has no variant called \"" + shownText(id) + "\"; " + suggestion(id, names, "variants"),
         "variant");
}

} // namespace lightbench
