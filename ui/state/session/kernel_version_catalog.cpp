// Makes the catalog of the built-in filters once more, with one definition changed.
#include "ui/state/session/kernel_version_catalog.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/definition/defined_filters.h"
#include "core/run/stack_text.h"
#include "ui/state/session/filter_store.h"

namespace lightbench {

FilterCatalog withTexts(const FilterStore& store, const std::string& id, const FilterDefinition& other) {
    std::vector<FilterDefinition> all = store.filters().definitions();
    const auto inUse = std::ranges::find(all, id, &FilterDefinition::id);
    if (inUse == all.end()) throw Error(ErrorKind::Usage, "the kernel file is not in use");
    inUse->text = other.text;
    inUse->headers = other.headers;
    return withDefinitions(store.builtIn(), all);
}

Stage stageIn(const FilterCatalog& filters, const Stage& stage) {
    Stage result = makeAddedStage(stage.filter, filters);
    for (const Parameter& parameter : filters.byId(stage.filter).parameters)
        if (const auto value = stage.parameters.all().find(parameter.name); value != stage.parameters.all().end())
            result.parameters.set(parameter.name, value->second);
    return result;
}

} // namespace lightbench
