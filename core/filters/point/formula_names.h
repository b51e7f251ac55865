// The names that a formula may use, in one table for both sides: kernels call the functions of OpenCL C, and muparser
// calls the host's. Host functions round each result to a float, as the kernel does.
#pragma once

#include <span>

namespace lightbench {

/// What the names of a formula stand for at one pixel; floats, held as the doubles that muparser wants.
struct FormulaVariables {
    double v = 0, r = 0, g = 0, b = 0, a = 0;
    double x = 0, y = 0, w = 0, h = 0;
    double p1 = 0, p2 = 0, p3 = 0, p4 = 0;
};

struct FormulaVariable {
    const char* name;
    double FormulaVariables::*value;
    /// The parameter p1 to p4; otherwise it depends on pixel or image.
    bool isParameter = false;
};

struct FormulaFunction {
    const char* name;
    const char* kernelName; ///< in OpenCL C, or in kernels/point/formula.cl
    /// The host's function: the one with as many arguments as it takes.
    double (*one)(double) = nullptr;
    double (*two)(double, double) = nullptr;
    double (*three)(double, double, double) = nullptr;
    int arguments() const { return one ? 1 : two ? 2 : 3; }
};

/// An operator between two operands. `^` is the only one whose right operand is read first.
struct FormulaOperator {
    const char* name;
    int precedence; ///< the higher binds more tightly
    double (*value)(double, double);
};

/// A sign binds like a product, so that -v^2 is -(v^2).
constexpr int formulaPowerPrecedence = 6, formulaSignPrecedence = 5;

std::span<const FormulaVariable> formulaVariables();
std::span<const FormulaFunction> formulaFunctions();
std::span<const FormulaOperator> formulaOperators();

/// Rounded to the nearest float. For one value at a time: where GCC 12 vectorizes such calls, it may leave the rounding
/// out.
inline double singlePrecision(double value) { return double(float(value)); }
constexpr double formulaPi = 3.14159274101257324; ///< pi as a float

} // namespace lightbench
