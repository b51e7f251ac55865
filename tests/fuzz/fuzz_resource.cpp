// What libFuzzer calls for one kind of resource: its text is refused, or gives a consistent resource that is read back
// from its own text.
#include "core/framework/resource.h"
#include "tests/built_in_stacks.h"
#include "tests/fuzz/refusal.h"

using namespace lightbench;
using namespace lightbench::tests;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const ResourceKindPtr kind = findResourceKind(FUZZED_KIND, builtInFilters());
    const auto resource = readOrRefused([&] { return kind->parse(textOf(data, size), "/a/file"); });
    if (!resource) return 0;
    if (!kind->problem(**resource).empty()) stop("The resource is not consistent.");
    if (!(*kind->parse(kind->text(**resource), "/a/file") == **resource)) stop("Its text gives another resource.");
    return 0;
}
