// What libFuzzer calls for a matrix of weights: the content of a file, and the value of a parameter unless it is a
// path. The matrix is refused, or read back from its own text.
#include "core/framework/matrix_text.h"
#include "tests/fuzz/memory_file.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
void readAsFile(std::string_view text, bool takesAffine) {
    static const MemoryFile file;
    file.write(text);
    auto matrix = readOrRefused([&] { return parseMatrix(file.path(), {}, takesAffine); });
    if (!matrix || !matrixProblem(*matrix).empty()) return; // weights may be too large
    matrix->source.clear();
    const Matrix again = parseMatrix(matrixText(*matrix), {}, takesAffine);
    if (again.k != matrix->k || again.weights != matrix->weights) stop("The matrix's text gives another matrix.");
}

void readInline(std::string_view text, bool takesAffine) {
    const auto matrix = readOrRefused([&] { return parseMatrix(text, "/no/such/folder", takesAffine); });
    if (matrix && parseMatrix(matrixText(*matrix), {}, takesAffine) != *matrix) stop("Its text gives another matrix.");
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = textOf(data, size);
    for (const bool takesAffine : {false, true}) {
        readAsFile(text, takesAffine);
        if (text.find('/') == text.npos) readInline(text, takesAffine);
    }
    return 0;
}
