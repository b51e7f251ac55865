// Finds the file of the tuning database. The lab and the command line both call it, so that they share it.
#pragma once

#include <string>

namespace lightbench {

/// Returns `wanted` (an option's value), else LIGHTBENCH_TUNING, else lightbench/tuning.csv in XDG_DATA_HOME, else the
/// same in ~/.local/share. Returns an empty path, so that nothing is stored, for "off" and if there is no home
/// folder.
std::string tuningPath(const std::string& wanted = {});

} // namespace lightbench
