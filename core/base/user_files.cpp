#include "core/base/user_files.h"

#include <cstdlib>

namespace lightbench {

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

std::string userFile(UserFolder folder, const std::string& name, const char* variable, const std::string& wanted) {
    const std::string named = wanted.empty() ? environment(variable) : wanted;
    if (named == "off") return {};
    if (!named.empty()) return named;
    const bool isData = folder == UserFolder::Data;
    const std::string own = environment(isData ? "XDG_DATA_HOME" : "XDG_CACHE_HOME"), home = environment("HOME");
    const std::string inFolder = "/lightbench/" + name;
    if (own.starts_with("/")) return own + inFolder; // the specification ignores relative paths
    return home.empty() ? "" : home + (isData ? "/.local/share" : "/.cache") + inFolder;
}

} // namespace lightbench
