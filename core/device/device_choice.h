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

/// The devices that `wanted` names: each of them for "all"; else those of a list with commas, in its order. Throws as
/// deviceNamed, and Error(Usage) for a list that has nothing between two commas, names a device twice, or has "all".
std::vector<DeviceInfo> devicesNamed(const std::vector<DeviceInfo>& devices, std::string_view wanted);
/// Whether `wanted` is "all" or a list: for those who could not do anything with several.
bool namesSeveral(std::string_view wanted);
/// The devices in groups, one group after the other: those of a group may be measured at the same time. Those that
/// compute on the host's processors share them, and what drives the others needs them: each is a group of its own, at
/// the end.
std::vector<std::vector<int>> measurableAtOnce(const std::vector<DeviceInfo>& devices);

/// "0 NVIDIA H200", as messages and tables call a device.
std::string numberedName(const DeviceInfo& device);

} // namespace lightbench
