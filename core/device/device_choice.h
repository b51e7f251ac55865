// Selects devices from what a person typed: an index, or a part of a device, platform or driver name. The command line,
// the bench and the experiment axis `device` use it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/device/device.h"

namespace lightbench {

/// The device for `wanted`. An empty text selects the first, a number is an index. Anything else must be part of the
/// device's name, its platform or its driver (also by its version text: "pocl"), ignoring case. If several match, the
/// first is taken if they share the platform. Throws Error(Device) if there is no device. Throws Error(Usage) that
/// lists the devices if none matches or the matches are on several platforms.
const DeviceInfo& deviceNamed(const std::vector<DeviceInfo>& devices, std::string_view wanted);

/// The devices for `wanted`: all of them for "all", otherwise those of a comma-separated list, in its order. Throws
/// like deviceNamed. Also throws Error(Usage) if the list has an empty entry, repeats a device or contains "all".
std::vector<DeviceInfo> devicesNamed(const std::vector<DeviceInfo>& devices, std::string_view wanted);
/// True if `wanted` is "all" or a list, for commands that take one device only.
bool namesSeveral(std::string_view wanted);
/// Groups of devices that may be measured at the same time; groups run one after the other. A device that computes on
/// the host's processors gets its own group at the end, because it competes with the host threads of the others.
std::vector<std::vector<int>> measurableAtOnce(const std::vector<DeviceInfo>& devices);

/// "0 NVIDIA H200", the form for messages and tables.
std::string numberedName(const DeviceInfo& device);

} // namespace lightbench
