// The headers of Lightbench that a user's kernel file may include, and where those of earlier versions are now. The
// reader of kernel files uses it.
#pragma once

#include <string>

namespace lightbench {

/// True for the path of a built-in header, such as "prelude/borders.clh", or its end, such as "borders.clh".
bool isBuiltInHeader(const std::string& name);

/// What became of a built-in header of an earlier version, as the end of an error: "; Lightbench's is called ... now".
/// Empty if there was none of this name.
std::string whereaboutsOfHeader(const std::string& name);

} // namespace lightbench
