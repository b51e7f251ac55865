// The scalar and vector types of OpenCL C, for arguments, buffers and tables.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lightbench {

/// "uchar" and 4 of "uchar4"; the type and 1 of a scalar. A vector of three counts as four, as in memory.
std::pair<std::string, int> elementOf(std::string_view type);
/// The number of bytes of a scalar or vector type, as in buffers; 0 for others, such as structs.
int bytesOfType(std::string_view type);
/// Whether sliders can set an argument of this type: int, uint, float, and the other whole and real numbers.
bool isNumberType(std::string_view type);
bool isRealType(std::string_view type);

/// "is 300 here, but uchar holds 0 to 255"; empty if an integer type of at most 32 bits holds it, and for other types.
std::string rangeProblem(std::string_view type, double number);
/// Appends a number as a scalar type, such as "uchar". Whole numbers are rounded towards zero and kept within the type.
/// An unknown type appends nothing.
void appendAs(std::vector<std::byte>& bytes, std::string_view type, double value);

} // namespace lightbench
