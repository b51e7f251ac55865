// Looks the steps up in the variants.
#include "core/experiment/ablation_steps.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/framework/filter_catalog.h"

namespace lightbench {

static void refuseStack(const FilterCatalog& filters) {
    std::vector<std::string> all;
    for (const Filter& filter : filters.filters())
        for (const Variant& variant : filter.variants)
            if (!variant.ablation.empty()) all.push_back(filter.id + " variant=" + variant.id);
    throw Error(ErrorKind::Usage,
                "axis \"step\": only " + joinWords(all, "and") + (all.size() > 1 ? " have" : " has") + " steps");
}

std::vector<AblationStep> stepsOf(const Stack& stack, const FilterCatalog& filters) {
    std::vector<AblationStep> shared;
    for (const Stage& stage : stack) {
        if (!stage.enabled) continue;
        if (stage.variant == "auto") refuseStack(filters);
        const std::vector<AblationStep>& own = variantById(filters.byId(stage.filter), stage.variant).ablation;
        if (own.empty() || (!shared.empty() && own != shared)) refuseStack(filters);
        shared = own;
    }
    return shared;
}

AblationStep stepNamed(const std::string& value, const Stack& stack, const FilterCatalog& filters) {
    std::vector<std::string> names;
    for (const AblationStep& step : stepsOf(stack, filters)) {
        const std::string number = std::to_string(names.size());
        if (value == number || value == step.name) return step;
        names.push_back(number + " (" + step.name + ")");
    }
    throw Error(ErrorKind::Usage, "axis \"step\": there is no step \"" + shownText(value) + "\"; the steps are " +
                                      joinWords(names, "and"));
}

} // namespace lightbench
