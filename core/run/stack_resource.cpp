#include "core/run/stack_resource.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/run/verify.h"

namespace lightbench {

namespace {
ResourceKindPtr madeKind(const Filter& filter) {
    for (const Parameter& parameter : filter.parameters)
        if (parameter.resource && parameter.resource->make) return parameter.resource;
    return nullptr;
}

[[noreturn]] void cannotEnd(const Stack& stack, const FilterCatalog& filters) {
    std::vector<std::string> learning;
    for (const Filter& filter : filters.filters())
        if (madeKind(filter)) learning.push_back(filter.id);
    throw Error(ErrorKind::Usage, "the stack should end with a filter that learns an object, " +
                                      joinWords(learning, "or") +
                                      (stack.empty() ? std::string() : ", not with " + stack.back().filter));
}
} // namespace

ResourceKindPtr madeKind(const Stack& stack, const FilterCatalog& filters) {
    const auto last = std::ranges::find_if(stack.rbegin(), stack.rend(), &Stage::enabled);
    return last == stack.rend() ? nullptr : madeKind(filters.byId(last->filter));
}

MadeResource makeResource(ImagePtr image, Stack stack, const FilterCatalog& filters) {
    std::erase_if(stack, [](const Stage& stage) { return !stage.enabled; });
    const ResourceKindPtr kind = madeKind(stack, filters);
    if (!kind) cannotEnd(stack, filters);
    const Stage last = stack.back();
    stack.pop_back();
    const ImagePtr input = runReference(std::move(image), stack, filters);
    outputShape(last, input->shape(), filters); // checks the parameters
    return {kind, kind->make(*input, last.parameters)};
}

} // namespace lightbench
