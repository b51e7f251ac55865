// What libFuzzer calls for the file of tuned choices: it is refused, or its choices are written to another file and
// read again with the same cells.
#include "core/base/csv_fields.h"
#include "core/tuning/tuning_file.h"
#include "tests/fuzz/memory_file.h"

using namespace lightbench;
using namespace lightbench::tests;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const MemoryFile file, written;
    file.write(textOf(data, size));
    const auto read = readOrRefused([&] { return TuningFile(file.path()).read(); });
    if (!read) return 0;
    CsvRow cells;
    std::string text = csvLine(columnsOf<TunedChoice>());
    for (const TunedChoice& choice : (*read)->choices) {
        const CsvRow row = cellsOf(choice);
        cells.insert(cells.end(), row.begin(), row.end());
        text += csvLine(row);
    }
    written.write(text);
    CsvRow again;
    for (const TunedChoice& choice : TuningFile(written.path()).read()->choices) {
        const CsvRow row = cellsOf(choice);
        again.insert(again.end(), row.begin(), row.end());
    }
    if (again != cells) stop("The choices' text gives other choices.");
    return 0;
}
