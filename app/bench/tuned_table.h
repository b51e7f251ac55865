// Formats the remembered tuning results as text for a terminal. The command `tune` prints it.
#pragma once

#include <string>

#include "core/run/resolve.h"

namespace lightbench {

/// One paragraph for each device and driver: which entries are used now, and why the others are not.
std::string tunedText(const Tuning& tuning, const std::vector<DeviceInfo>& devices);

} // namespace lightbench
