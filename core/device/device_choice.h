// Which device a person means: by its number, or by a part of what it and its driver are called.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/device/device.h"

namespace lightbench {

/// The device that `wanted` names: "" is the first; what reads as a number is an index; else a part of the device's
/// name, its platform or its driver (also as its version tells it: "pocl"), upper and lower case alike. Where several
/// fit, the first of them if they share the platform. Throws Error(Device) if there are no devices at all, Error(Usage)
/// that lists the devices if none fits or if those that fit are of several platforms.
const DeviceInfo& deviceNamed(const std::vector<DeviceInfo>& devices, std::string_view wanted);

/// "0 NVIDIA H200", as messages and tables call a device.
std::string numberedName(const DeviceInfo& device);

} // namespace lightbench
