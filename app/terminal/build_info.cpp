// The version is a define of the build; the commit comes from a generated file.
#include "app/terminal/build_info.h"

namespace lightbench {

std::string programVersion() { return "lightbench " LIGHTBENCH_VERSION; }

} // namespace lightbench
