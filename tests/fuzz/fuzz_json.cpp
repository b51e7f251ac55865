// What libFuzzer calls for JSON: the text is refused, or what was read is written and read again as it was.
#include "core/base/json.h"
#include "tests/fuzz/memory_file.h"

using namespace lightbench;
using namespace lightbench::tests;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto json = readOrRefused([&] { return Json::parsed(textOf(data, size)); });
    if (!json) return 0;
    const std::string text = json->text();
    if (Json::parsed(text).text() != text) stop("The text gives another value.");
    return 0;
}
