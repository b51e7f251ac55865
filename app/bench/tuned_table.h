// What is remembered to be fastest, as text for people.
#pragma once

#include <string>

#include "core/run/resolve.h"

namespace lightbench {

/// A paragraph for each device and driver: what it is used for now, and why the rest is not.
std::string tunedText(const Tuning& tuning, const std::vector<DeviceInfo>& devices);

} // namespace lightbench
