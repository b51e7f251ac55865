// The stages before a detector, then its training.
#include "core/run/stack_training.h"

#include "core/base/error.h"
#include "core/run/verify.h"

namespace lightbench {

DetectorPtr trainStack(ImagePtr image, Stack stack) {
    std::erase_if(stack, [](const Stage& stage) { return !stage.enabled; });
    if (stack.empty() || !filterById(stack.back().filter).train)
        throw Error(ErrorKind::Usage, "the stack should end with a detector, random-trees or binary-patterns" +
                                          (stack.empty() ? std::string() : ", not with " + stack.back().filter));
    const Stage detector = stack.back();
    stack.pop_back();
    const ImagePtr input = runReference(std::move(image), stack);
    outputShape(detector, input->shape()); // checks the rectangle
    return filterById(detector.filter).train(*input, detector.parameters);
}

} // namespace lightbench
