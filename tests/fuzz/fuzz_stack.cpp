// What libFuzzer calls for the text of a stack: it is refused, or gives a stack whose texts are read back to an equal
// one. Files that stages name are found in tests/fixtures.
#include "core/run/stack_text.h"
#include "tests/built_in_stacks.h"
#include "tests/fuzz/refusal.h"

using namespace lightbench;
using namespace lightbench::tests;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto stack = readOrRefused([&] { return parseStack(textOf(data, size), FUZZED_FOLDER); });
    if (!stack) return 0;
    if (parseStack(stackText(*stack), FUZZED_FOLDER) != *stack) stop("The stack's text gives another stack.");
    if (parseStack(stackLine(*stack), FUZZED_FOLDER) != *stack) stop("The stack's line gives another stack.");
    return 0;
}
