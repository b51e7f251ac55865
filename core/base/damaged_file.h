// Keeps files of Lightbench that cannot be read, such as a damaged tuning file, before something else is written in
// their place.
#pragma once

#include <string>

namespace lightbench {

/// The name that keepDamaged() would give the file now: NAME.damaged, or NAME.damaged-2 and so on if that is taken.
std::string damagedName(const std::string& path);
/// Renames the file to damagedName(), and returns that. A link stays, and the file that it names is renamed. Throws
/// Error(Input) if it is no regular file, or if it cannot be renamed.
std::string keepDamaged(const std::string& path);

} // namespace lightbench
