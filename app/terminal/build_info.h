// Which program this is: reports and journals say what measured.
#pragma once

#include <string>

namespace lightbench {

/// "lightbench 0.1.0"
std::string programVersion();
/// Of the source that it was built from, with "-dirty" where that had changes; "unknown" where there is no repository.
std::string programCommit();

} // namespace lightbench
