// What libFuzzer calls for a kernel file of the user: it is refused, or gives a filter whose stage can be planned or is
// refused. A zero byte ends the file and begins the corrections of the user.
#include "core/definition/defined_filters.h"
#include "core/definition/kernel_file.h"
#include "core/filters/built_in_filters.h"
#include "core/run/resolve.h"
#include "tests/fuzz/refusal.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
/// Its limits are those of a small GPU.
DeviceInfo device() {
    DeviceInfo device;
    device.name = "fuzzed";
    device.computeUnits = 4;
    device.maxWorkgroup = 256;
    device.maxWorkItems = {256, 256, 64};
    device.localMemory = 32 << 10;
    device.globalMemory = 1 << 30;
    device.maxAllocation = 1 << 28;
    return device;
}

/// Neither refusal is an error: a plan may need more than the device has.
void plan(const FilterCatalog& filters, const FilterDefinition& definition, const ImageShape& input) {
    static const DeviceInfo used = device();
    try {
        (void)resolveStage(makeAddedStage(definition.id, filters), input, used, filters);
    } catch (const Error& error) {
        if (!isUtf8(error.what())) stop("The error's message is not UTF-8.");
    }
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view all = textOf(data, size);
    const std::size_t end = std::min(all.find('\0'), all.size());
    FilterDefinition definition{.id = "fuzzed", .text = std::string(all.substr(0, end)), .file = "fuzzed.cl"};
    definition.corrections = all.substr(std::min(end + 1, all.size()));
    const auto understood = readOrRefused([&] { return understoodFileOf(definition); });
    const auto filters = readOrRefused([&] { return withDefinitions(builtInFilters(), {definition}); });
    if (!filters) return 0;
    if (!understood) stop("A filter was made of a file that is not understood.");
    plan(*filters, definition, {{9, 6}, {SampleType::U8, 4}});
    plan(*filters, definition, {{1, 1}, {SampleType::F32, 1}});
    return 0;
}
