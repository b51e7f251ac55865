// Arithmetic in a kernel file's //@ lines, such as `2 * radius + 1`: sizes of buffers, ranges, values of arguments and
// defines. muparser evaluates it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lightbench {

/// Values by name, such as width, height and the parameters of a filter. Names are words of letters, digits and _.
using NamedNumbers = std::map<std::string, double, std::less<>>;

/// The value of the expression. It has numbers, names, + - * / ^, comparisons, `a ? b : c`, and the functions of
/// muparser with ceil, floor and mod. Throws Error(Usage) that names the column if it cannot be read, has a name
/// without a value, or is not finite.
double valueOf(const std::string& expression, const NamedNumbers& values);

/// The names that it uses, sorted. Throws like valueOf if it cannot be read.
std::vector<std::string> namesIn(const std::string& expression);

/// Whether the text is a name that expressions can use.
bool isExpressionName(std::string_view text);

} // namespace lightbench
