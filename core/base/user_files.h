// Files that the program keeps for its user, where the XDG Base Directory Specification has them.
#pragma once

#include <string>

namespace lightbench {

/// A variable of the environment; empty where it is not set.
std::string environment(const char* name);

enum class UserFolder {
    Data, ///< XDG_DATA_HOME, else ~/.local/share
    Cache ///< XDG_CACHE_HOME, else ~/.cache: what can be made again
};

/// lightbench/NAME in that folder, unless `wanted` (an option's value), else the environment's `variable`, names
/// another. Empty, so that nothing is kept, where these say "off" and where there is no home.
std::string userFile(UserFolder folder, const std::string& name, const char* variable, const std::string& wanted = {});

} // namespace lightbench
