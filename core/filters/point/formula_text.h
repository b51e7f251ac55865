// The text of a formula, such as "1 - v" or "b; g; r": read, checked, and translated to OpenCL C. The host evaluates
// the same text with muparser (formula_parser.h).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lightbench {

/// The arguments of one s(dx, dy).
struct FormulaNeighbour {
    std::string dx, dy;     ///< expressions
    bool isConstant = true; ///< they use p1 to p4 at most, so that they are the same for every pixel
};

/// One expression of a formula.
struct FormulaExpression {
    std::string text;       ///< for muparser; blanks before it, so that columns are those of the formula
    std::string kernelCode; ///< for the kernel: a float expression without blanks
    std::vector<FormulaNeighbour> neighbours;
    int operations = 0;     ///< operators and functions
    bool usesPlace = false; ///< it uses x, y, w or h
};

/// One expression for every colour channel, or three for red, green and blue.
using Formula = std::vector<FormulaExpression>;

/// Throws Error(Usage) that names the column; its excerpt marks the place.
Formula parseFormula(const std::string& text);

/// Throws the error of a formula that is wrong at this place. The column counts characters from 1.
[[noreturn]] void failFormula(const std::string& formula, std::size_t begin, std::size_t length,
                              const std::string& problem);

} // namespace lightbench
