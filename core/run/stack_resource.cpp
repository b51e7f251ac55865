// Runs the references of all stages before the last, then makes the resource from their result.
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

[[noreturn]] void cannotEnd(const Stack& stack) {
    std::vector<std::string> filters;
    for (const Filter& filter : allFilters())
        if (madeKind(filter)) filters.push_back(filter.id);
    throw Error(ErrorKind::Usage, "the stack should end with a filter that learns an object, " +
                                      joinWords(filters, "or") +
                                      (stack.empty() ? std::string() : ", not with " + stack.back().filter));
}
} // namespace

ResourceKindPtr madeKind(const Stack& stack) {
    const auto last = std::ranges::find_if(stack.rbegin(), stack.rend(), &Stage::enabled);
    return last == stack.rend() ? nullptr : madeKind(filterById(last->filter));
}

MadeResource makeResource(ImagePtr image, Stack stack) {
    std::erase_if(stack, [](const Stage& stage) { return !stage.enabled; });
    const ResourceKindPtr kind = madeKind(stack);
    if (!kind) cannotEnd(stack);
    const Stage last = stack.back();
    stack.pop_back();
    const ImagePtr input = runReference(std::move(image), stack);
    outputShape(last, input->shape()); // checks the parameters
    return {kind, kind->make(*input, last.parameters)};
}

} // namespace lightbench
