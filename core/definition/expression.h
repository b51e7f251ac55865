// Arithmetic in a kernel file's //@ lines, such as `2 * radius + 1`: sizes of buffers, ranges, values of arguments and
// defines. muparser evaluates it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/framework/parameter.h"

namespace lightbench {

/// Values by name, such as width, height and the parameters of a filter. Names are words of letters, digits and _.
using NamedNumbers = std::map<std::string, double, std::less<>>;

/// The value of the expression. It has numbers, names, + - * / ^, comparisons, `a ? b : c`, and the functions of
/// muparser with ceil, floor and mod. Throws Error(Usage) that names the column if it cannot be read, has a name
/// without a value, or is not finite.
double valueOf(const std::string& expression, const NamedNumbers& values);

/// The values for i = 0 to count - 1, where the expression also knows i. Throws like valueOf.
std::vector<double> valuesOf(const std::string& expression, NamedNumbers values, std::size_t count);

/// The numbers of parameters: a switch is 0 or 1, a choice its place in `declared`, counted from 0. Others have none.
NamedNumbers numbersOf(const ParameterValues& values, const std::vector<Parameter>& declared);

/// The names that it uses, sorted. Throws like valueOf if it cannot be read.
std::vector<std::string> namesIn(const std::string& expression);

/// Whether the text is a name that expressions can use.
bool isExpressionName(std::string_view text);

} // namespace lightbench
