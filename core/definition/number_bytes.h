// Numbers as the bytes of types of OpenCL C, for arguments and tables.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lightbench {

/// Appends a number as a scalar type, such as "uchar". Whole numbers are rounded towards zero and kept within the type.
/// An unknown type appends nothing.
void appendAs(std::vector<std::byte>& bytes, const std::string& type, double value);

} // namespace lightbench
