// By the XDG Base Directory Specification.
#include "app/worker/tuning_place.h"

#include <cstdlib>

namespace lightbench {

static std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

std::string tuningPath(const std::string& wanted) {
    const std::string named = wanted.empty() ? environment("LIGHTBENCH_TUNING") : wanted;
    if (named == "off") return {};
    if (!named.empty()) return named;
    const std::string data = environment("XDG_DATA_HOME"), home = environment("HOME");
    const std::string inFolder = "/lightbench/tuning.csv";
    if (data.starts_with("/")) return data + inFolder; // a relative one counts as none
    return home.empty() ? "" : home + "/.local/share" + inFolder;
}

} // namespace lightbench
