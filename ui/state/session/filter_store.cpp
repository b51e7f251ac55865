#include "ui/state/session/filter_store.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/error.h"
#include "core/definition/defined_filters.h"
#include "core/run/stack_text.h"

namespace lightbench {

namespace {

/// The number of an Integer or Real value, as near to it as the parameter allows.
ParameterValue numberFor(const Parameter& parameter, double number) {
    if (!parameter.isOpen) number = std::clamp(number, parameter.minimum, parameter.maximum);
    if (parameter.kind == ParameterKind::Real) return number;
    return int(std::lround(std::clamp(number, -2147483648.0, 2147483647.0)));
}

/// The value as one of this parameter; nothing if it cannot be.
std::optional<ParameterValue> valueFor(const Parameter& parameter, const ParameterValue& value) {
    const bool isNumber = parameter.kind == ParameterKind::Integer || parameter.kind == ParameterKind::Real;
    ParameterValue fitting = value;
    if (const int* whole = std::get_if<int>(&value); whole && isNumber) fitting = numberFor(parameter, *whole);
    if (const double* real = std::get_if<double>(&value); real && isNumber) fitting = numberFor(parameter, *real);
    try {
        checkValue(parameter, fitting);
        return fitting;
    } catch (const Error&) {
        return std::nullopt;
    }
}

} // namespace

FilterStore::FilterStore(FilterCatalog builtIn, QObject* parent)
    : QObject(parent), builtIn_(std::move(builtIn)), filters_(builtIn_) {}

void FilterStore::add(const std::vector<FilterDefinition>& definitions) {
    if (definitions.empty()) return;
    std::vector<FilterDefinition> all = filters_.definitions();
    all.insert(all.end(), definitions.begin(), definitions.end());
    take(withDefinitions(builtIn_, all));
}

void FilterStore::replace(const std::string& id, const FilterDefinition& definition) {
    std::vector<FilterDefinition> all = filters_.definitions();
    std::ranges::replace_if(
        all, [&](const FilterDefinition& one) { return one.id == id; }, definition);
    const FilterCatalog filters = withDefinitions(builtIn_, all);
    newIds_.erase(definition.id);
    if (definition.id != id) newIds_[id] = definition.id;
    take(filters);
}

FilterCatalog FilterStore::withTexts(const std::string& id, const FilterDefinition& other) const {
    std::vector<FilterDefinition> all = filters_.definitions();
    const auto inUse = std::ranges::find(all, id, &FilterDefinition::id);
    if (inUse == all.end()) throw Error(ErrorKind::Usage, "the kernel file is not in use");
    inUse->text = other.text;
    inUse->headers = other.headers;
    return withDefinitions(builtIn_, all);
}

void FilterStore::take(const FilterCatalog& filters) {
    const FilterCatalog before = std::exchange(filters_, filters);
    emit changed(before);
}

Stage FilterStore::fitted(Stage stage, const FilterCatalog& before) const {
    const Filter* was = before.find(stage.filter);
    while (!filters_.find(stage.filter) && newIds_.contains(stage.filter))
        stage.filter = newIds_.at(stage.filter);
    const Filter* filter = filters_.find(stage.filter);
    if (!filter) return stage;
    std::string id = definitionIdOf(stage); // of the user's variant, if it is one
    while (!filters_.definition(id) && newIds_.contains(id))
        id = newIds_.at(id);
    if (filters_.definition(id) && id.starts_with(stage.filter + "."))
        stage.variant = std::string(ownVariantPrefix) + id.substr(stage.filter.size() + 1);
    auto& values = stage.parameters.all();
    if (was)
        for (const Parameter& parameter : was->parameters)
            if (const auto value = values.find(parameter.name);
                value != values.end() && value->second == parameter.initial)
                values.erase(value);
    for (const Parameter& parameter : filter->parameters) {
        const auto value = values.find(parameter.name);
        const auto kept = value == values.end() ? std::nullopt : valueFor(parameter, value->second);
        stage.parameters.set(parameter.name, kept.value_or(parameter.initial));
    }
    const auto hasVariant = [&](const Variant* variant) { return variant->id == stage.variant; };
    if (stage.variant != "auto" && std::ranges::none_of(allVariants(*filter), hasVariant)) stage.variant = "auto";
    return stage;
}

Stage stageIn(const FilterCatalog& filters, const Stage& stage) {
    Stage result = makeAddedStage(stage.filter, filters);
    for (const Parameter& parameter : filters.byId(stage.filter).parameters)
        if (const auto value = stage.parameters.all().find(parameter.name); value != stage.parameters.all().end())
            result.parameters.set(parameter.name, value->second);
    return result;
}

} // namespace lightbench
