// Reads small text files that parameters, job lists and settings name, such as a matrix, a palette or a tuning file.
// Paths may be relative to a given folder; errors name the file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lightbench {

/// Returns the absolute path; a relative one starts at `folder`, or at the working directory if `folder` is empty.
/// Throws Error(Usage) if the text cannot be a path.
std::string absolutePath(std::string_view path, const std::string& folder);
/// Returns the text without a byte-order mark. Throws Error(Input) if the file is missing, unreadable, UTF-16, or no
/// regular file. It also throws if the file has more than `maximum` bytes: then it is not `what` ("a matrix").
std::string readSmallFile(const std::string& path, std::size_t maximum, const std::string& what);

} // namespace lightbench
