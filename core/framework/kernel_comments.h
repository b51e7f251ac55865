// Removes the comments of a kernel's source, so that scanners see only code. The scanner of kernel parameters
// (core/framework/kernel_signature.h) and the preprocessor of core/source use it.
#pragma once

#include <string>
#include <string_view>

namespace lightbench {

/// The text with each comment replaced by a space, keeping its line ends.
std::string withoutComments(std::string_view source);

} // namespace lightbench
