// What libFuzzer calls for the file of tuning results: it is refused, or its results are written to another file and
// read again with the same cells.
#include "core/base/csv.h"
#include "core/tuning/tuning_file.h"
#include "tests/fuzz/memory_file.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
/// The cells of all results, a line each.
std::string textOf(const TuningDatabasePtr& database) {
    std::string text;
    for (const TuningResult& result : database->results)
        text += csvLine(cellsOf(result));
    return text;
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const MemoryFile file, written;
    file.write(tests::textOf(data, size));
    const auto read = readOrRefused([&] { return TuningFile(file.path()).read(); });
    if (!read) return 0;
    written.write(csvLine(columnsOf<TuningResult>()) + textOf(*read));
    if (textOf(TuningFile(written.path()).read()) != textOf(*read)) stop("The results' text gives other results.");
    return 0;
}
