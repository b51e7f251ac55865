// What libFuzzer calls for a formula: it is refused, or muparser takes every expression that was translated for a
// kernel.
#include "core/filters/point/formula_parser.h"
#include "core/filters/point/formula_text.h"
#include "tests/fuzz/refusal.h"

using namespace lightbench;
using namespace lightbench::tests;

namespace {
/// Compilers refuse parentheses that nest more than 256 deep.
bool nestsTooDeeply(const std::string& code) {
    int depth = 0, deepest = 0;
    for (const char c : code) {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        deepest = std::max(deepest, depth);
    }
    return deepest > 200 || depth != 0;
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto formula = readOrRefused([&] { return parseFormula(std::string(textOf(data, size))); });
    if (!formula) return 0;
    if (formula->size() != 1 && formula->size() != 3) stop("It has neither one expression nor three.");
    for (const FormulaExpression& expression : *formula) {
        FormulaParser(expression.text).value(); // an error would end the program
        if (expression.kernelCode.find_first_of(" \t\r\n\"\\") != std::string::npos) stop("The define has blanks.");
        if (nestsTooDeeply(expression.kernelCode)) stop("The kernel's code nests too deeply.");
    }
    return 0;
}
