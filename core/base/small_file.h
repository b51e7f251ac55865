// Text files that parameters name: where they lie, and reading them whole.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lightbench {

/// The absolute path of a file; `folder` is where relative paths start, empty for the working directory.
/// Throws Error(Usage) if the text cannot be a path.
std::string absolutePath(std::string_view path, const std::string& folder);
/// Throws Error(Input) if there is no such file, if it cannot be read, or if it has more than `most` bytes and so is
/// not what it should be ("a matrix"), or if it is UTF-16. A byte-order mark of UTF-8 is left out.
std::string readSmallFile(const std::string& path, std::size_t most, const std::string& what);

} // namespace lightbench
