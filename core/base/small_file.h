// Text files that parameters name: where they lie, and reading them whole.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lightbench {

/// The absolute path of a file; `folder` is where relative paths start, empty for the working directory.
/// Throws Error(Usage) if the text cannot be a path.
std::string absolutePath(std::string_view path, const std::string& folder);
/// The file's text without a byte-order mark. Throws Error(Input) if the file is missing, cannot be read or is UTF-16.
/// It also throws if the file has more than `most` bytes, which says that it is not `what` ("a matrix").
std::string readSmallFile(const std::string& path, std::size_t most, const std::string& what);

} // namespace lightbench
