// Where the memory of what is fastest lies.
#pragma once

#include <string>

namespace lightbench {

/// The file that `wanted` names (an option's value), else the environment's LIGHTBENCH_TUNING, else
/// lightbench/tuning.csv in XDG_DATA_HOME, else in ~/.local/share. Empty, so that nothing is remembered, for "off" and
/// where there is no home.
std::string tuningPath(const std::string& wanted = {});

} // namespace lightbench
