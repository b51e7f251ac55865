// What libFuzzer calls for the journal of an experiment: the file is refused, or its rows are written and read again
// with the same cells.
#include "core/experiment/journal.h"
#include "tests/fuzz/memory_file.h"

using namespace lightbench;
using namespace lightbench::tests;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const MemoryFile file;
    file.write(textOf(data, size));
    const auto rows = readOrRefused([&] { return readJournal(file.path()); });
    if (!rows) return 0;
    const std::string text = rowsCsv(*rows);
    if (rowsCsv(rowsOfFile(parseCsv(text))) != text) stop("The rows' text gives other rows.");
    for (const PointRow& row : *rows) {
        statusText(row), explanationText(row);
        rowJson(row);
    }
    return 0;
}
