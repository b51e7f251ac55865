// Tells whether `auto` uses a stored choice, and why not. The bench's table and the window's tuning dialog list the
// choices with it.
#pragma once

#include <string>

#include "core/run/resolve.h"

namespace lightbench {

/// Empty if `auto` uses the choice on one of these devices, otherwise the reason: "measured with another driver; it is
/// 3.2 now".
std::string unusedReason(const TunedChoice& choice, const Tuning& tuning, const FilterCatalog& filters,
                         const std::vector<DeviceInfo>& devices);

} // namespace lightbench
