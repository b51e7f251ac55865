#include "core/run/stack.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/run/region_mix.h"

namespace lightbench {

namespace {
void checkInput(const Filter& filter, const ImageShape& input) {
    if (std::ranges::find(filter.accepts, input.format.type) != filter.accepts.end()) return;
    const std::string types = joinWords(textsOf(filter.accepts, sampleTypeName), "or");
    fail(ErrorKind::Usage, filter.id + " takes " + types + " images; its input here is " + input.formatName() +
                               ". Remove the stage or put it where the image has such a format");
}

/// Checks that concern several parameters or the image. Their errors do not know for which filter they are.
void checkTogether(const Filter& filter, const Stage& stage, const ImageShape& input) {
    if (!filter.check) return;
    try {
        filter.check(input, stage.parameters);
    } catch (const Error& error) {
        throw withSubject(error, filter.id);
    }
}

void checkStage(const Filter& filter, const Stage& stage, const ImageShape& input) {
    checkInput(filter, input);
    for (const Parameter& parameter : filter.parameters)
        checkValue(parameter, stage.parameters.get(parameter.name));
    checkTogether(filter, stage, input);
}
} // namespace

Error placed(const Error& problem, const std::string& prefix, int stage) {
    Error error = withPrefix(problem, prefix);
    error.stage = stage;
    return error;
}

Stage makeStage(std::string_view filterId, const FilterCatalog& filters) {
    const Filter& filter = filters.byId(filterId);
    Stage stage;
    stage.filter = filter.id;
    stage.parameters = defaultValues(filter.parameters);
    return stage;
}

Stage makeAddedStage(std::string_view filterId, const FilterCatalog& filters) {
    Stage stage = makeStage(filterId, filters);
    for (const Parameter& parameter : filters.byId(filterId).parameters)
        if (parameter.initialWhenAdded) stage.parameters.set(parameter.name, *parameter.initialWhenAdded);
    return stage;
}

bool needsProgress(const Stage& stage, const FilterCatalog& filters) {
    const Filter* filter = filters.find(stage.filter);
    if (!filter) return false; // the engine reports unknown filters
    const Variant* variant = findVariant(*filter, stage.variant);
    return variant && variant->needsProgress;
}

bool needsProgress(const Stack& stack, const FilterCatalog& filters) {
    return std::ranges::any_of(stack,
                               [&](const Stage& stage) { return stage.enabled && needsProgress(stage, filters); });
}

std::string definitionIdOf(const Stage& stage) { return definitionIdOf(stage.filter, stage.variant); }

bool runsDefinition(const Stage& stage, const FilterCatalog& filters) {
    return filters.definition(definitionIdOf(stage)) != nullptr;
}

bool runsDefinition(const Stack& stack, const FilterCatalog& filters) {
    return std::ranges::any_of(stack,
                               [&](const Stage& stage) { return stage.enabled && runsDefinition(stage, filters); });
}

bool isDefinedAlike(const Stage& stage, const FilterCatalog& a, const FilterCatalog& b) {
    const auto isAlike = [&](const std::string& id) {
        const FilterDefinition *inA = a.definition(id), *inB = b.definition(id);
        return inA && inB ? *inA == *inB : inA == inB;
    };
    return isAlike(stage.filter) && isAlike(definitionIdOf(stage));
}

ImageShape outputShape(const Stage& stage, const ImageShape& input, const FilterCatalog& filters) {
    const Filter& filter = filters.byId(stage.filter);
    checkStage(filter, stage, input);
    const ImageShape output = outputShapeOf(filter, input, stage.parameters);
    checkRegionMix(filter, input, output, stage.parameters);
    return output;
}

} // namespace lightbench
