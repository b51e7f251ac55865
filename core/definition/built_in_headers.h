// The headers of Lightbench that a user's kernel file may include. The reader of kernel files uses it.
#pragma once

#include <string>

namespace lightbench {

/// True for the path of a built-in header, such as "prelude/borders.clh", or its end, such as "borders.clh".
bool isBuiltInHeader(const std::string& name);

/// For a header that is not there: "; did you mean prelude/borders.clh?", with the built-in headers whose file names
/// are nearly the same. Empty if there is none.
std::string headerSuggestion(const std::string& name);

} // namespace lightbench
