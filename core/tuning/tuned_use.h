// Whether `auto` goes by what is remembered, for those who look at it.
#pragma once

#include <string>

#include "core/run/resolve.h"

namespace lightbench {

/// Empty if `auto` takes it on a device of these, else why not: "the driver is 3.2 now".
std::string whyUnused(const TunedChoice& choice, const Tuning& tuning, const std::vector<DeviceInfo>& devices);

} // namespace lightbench
