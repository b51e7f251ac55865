// The tables of variables, functions and operators. Products, sums, quotients and roots of floats that are computed in
// double and then rounded are the same as in float arithmetic.
#include "core/filters/point/formula_names.h"

#include <cmath>

namespace lightbench {

namespace {
constexpr FormulaVariable variableTable[] = {
    {"v", &FormulaVariables::v},         {"r", &FormulaVariables::r},         {"g", &FormulaVariables::g},
    {"b", &FormulaVariables::b},         {"a", &FormulaVariables::a},         {"x", &FormulaVariables::x},
    {"y", &FormulaVariables::y},         {"w", &FormulaVariables::w},         {"h", &FormulaVariables::h},
    {"p1", &FormulaVariables::p1, true}, {"p2", &FormulaVariables::p2, true}, {"p3", &FormulaVariables::p3, true},
    {"p4", &FormulaVariables::p4, true},
};

double modulo(double a, double b) {
    const float dividend = float(a), divisor = float(b);
    return dividend - divisor * std::floor(dividend / divisor);
}

/// Squares and cubes are products, which are exact on every device, and fast where pow is slow.
double power(double base, double exponent) {
    const float a = float(base);
    if (exponent == 2) return a * a;
    if (exponent == 3) return a * a * a;
    return singlePrecision(std::pow(base, exponent));
}

constexpr FormulaFunction functionTable[] = {
    {"sin", "sin", [](double x) { return singlePrecision(std::sin(x)); }},
    {"cos", "cos", [](double x) { return singlePrecision(std::cos(x)); }},
    {"tan", "tan", [](double x) { return singlePrecision(std::tan(x)); }},
    {"asin", "asin", [](double x) { return singlePrecision(std::asin(x)); }},
    {"acos", "acos", [](double x) { return singlePrecision(std::acos(x)); }},
    {"atan", "atan", [](double x) { return singlePrecision(std::atan(x)); }},
    {"exp", "exp", [](double x) { return singlePrecision(std::exp(x)); }},
    {"log", "log", [](double x) { return singlePrecision(std::log(x)); }},
    {"log2", "log2", [](double x) { return singlePrecision(std::log2(x)); }},
    {"log10", "log10", [](double x) { return singlePrecision(std::log10(x)); }},
    {"sqrt", "sqrt", [](double x) { return singlePrecision(std::sqrt(x)); }},
    {"abs", "fabs", [](double x) { return std::fabs(x); }},
    {"floor", "floor", [](double x) { return std::floor(x); }},
    {"ceil", "ceil", [](double x) { return std::ceil(x); }},
    {"rint", "rint", [](double x) { return std::nearbyint(x); }},
    {"atan2", "atan2", nullptr, [](double y, double x) { return singlePrecision(std::atan2(y, x)); }},
    {"min", "fmin", nullptr, [](double a, double b) { return std::fmin(a, b); }},
    {"max", "fmax", nullptr, [](double a, double b) { return std::fmax(a, b); }},
    {"mod", "modulo", nullptr, modulo},
    {"clamp", "clamped", nullptr, nullptr,
     [](double x, double low, double high) { return std::fmin(std::fmax(x, low), high); }},
};

constexpr FormulaOperator operatorTable[] = {
    {"||", 1, [](double a, double b) { return double(a != 0 || b != 0); }},
    {"&&", 2, [](double a, double b) { return double(a != 0 && b != 0); }},
    {"<", 3, [](double a, double b) { return double(a < b); }},
    {"<=", 3, [](double a, double b) { return double(a <= b); }},
    {">", 3, [](double a, double b) { return double(a > b); }},
    {">=", 3, [](double a, double b) { return double(a >= b); }},
    {"==", 3, [](double a, double b) { return double(a == b); }},
    {"!=", 3, [](double a, double b) { return double(a != b); }},
    {"+", 4, [](double a, double b) { return singlePrecision(a + b); }},
    {"-", 4, [](double a, double b) { return singlePrecision(a - b); }},
    {"*", 5, [](double a, double b) { return singlePrecision(a * b); }},
    {"/", 5, [](double a, double b) { return singlePrecision(a / b); }},
    {"^", formulaPowerPrecedence, power},
};
} // namespace

std::span<const FormulaVariable> formulaVariables() { return variableTable; }
std::span<const FormulaFunction> formulaFunctions() { return functionTable; }
std::span<const FormulaOperator> formulaOperators() { return operatorTable; }

} // namespace lightbench
