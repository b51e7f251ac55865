// The version that the build defines; the commit is in a file that the build writes.
#include "app/terminal/build_info.h"

namespace lightbench {

std::string programVersion() { return "lightbench " LIGHTBENCH_VERSION; }

} // namespace lightbench
