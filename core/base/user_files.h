// Paths of the files that Lightbench keeps for its user, following the XDG Base Directory Specification. The kernel
// cache, the tuning file and the measured peak rates are found through it. An environment variable or an option may
// override each.
#pragma once

#include <string>

namespace lightbench {

/// The value of an environment variable; empty if it is not set.
std::string environment(const char* name);

enum class UserFolder {
    Data, ///< XDG_DATA_HOME, else ~/.local/share
    Cache ///< XDG_CACHE_HOME, else ~/.cache: for what can be made again
};

/// Returns lightbench/NAME in that folder, unless `wanted` (an option's value) or else the environment variable
/// `variable` names another path. Empty, so that nothing is stored, if these say "off" or there is no home folder.
std::string userFile(UserFolder folder, const std::string& name, const char* variable, const std::string& wanted = {});

} // namespace lightbench
