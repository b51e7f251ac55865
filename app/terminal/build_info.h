// Version and commit of this program. Reports and journals record them, so that results can be traced to the source
// that produced them.
#pragma once

#include <string>

namespace lightbench {

/// "lightbench 0.1.0"
std::string programVersion();
/// The commit that this program was built from, with "-dirty" if the source had changes; "unknown" without a
/// repository.
std::string programCommit();

} // namespace lightbench
