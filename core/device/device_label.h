// What devices are called where people read, and which one is taken when nobody has chosen.
#pragma once

#include <string>
#include <vector>

#include "core/device/device.h"

namespace lightbench {

/// What a person would call it: "NVIDIA H200", "PoCL, 2 cores" (a CPU with its compute units), "PoCL basic, 1 core".
std::string deviceLabel(const DeviceInfo& device);
/// The labels of devices that stand in one list, in their order. Those that would read alike say what tells them apart:
/// the platform, else the driver, else the device's number ("NVIDIA H200 #1").
std::vector<std::string> deviceLabels(const std::vector<DeviceInfo>& devices);
/// The device to take when nobody has chosen: a GPU before a CPU, of several the one with the most compute units. Its
/// DeviceInfo::index; -1 if there is none.
int preferredDevice(const std::vector<DeviceInfo>& devices);

} // namespace lightbench
