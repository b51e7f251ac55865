// Names of OpenCL C types: short names, and what the typedefs of a text stand for. Readers of kernel texts use it, and
// what reads the answers of drivers.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace lightbench {

/// OpenCL's short name of a type of several words: "unsigned char" is uchar. Other names stay.
std::string shortTypeName(const std::string& type);

/// The short name of a type, from the words of a declaration: "uchar" for `const global unsigned char`.
std::string plainType(std::span<const std::string_view> words);

/// The type without qualifiers and star, and what it stands for if the text declares it by `typedef TYPE NAME;`. The
/// preprocessor does not run.
std::string typeBehind(const std::string& type, const std::string& text);

} // namespace lightbench
