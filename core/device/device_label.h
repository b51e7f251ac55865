// Display names of devices, and the default device. The window, the log and traces use it.
#pragma once

#include <string>
#include <vector>

#include "core/device/device.h"

namespace lightbench {

/// A short name: "NVIDIA H200", "PoCL, 2 cores" (a CPU with its compute units), "PoCL basic, 1 core".
std::string deviceLabel(const DeviceInfo& device);
/// The labels for one list of devices, in order. Equal labels get what distinguishes them: the platform, else the
/// driver, else the device's number ("NVIDIA H200 #1").
std::vector<std::string> deviceLabels(const std::vector<DeviceInfo>& devices);
/// The default device: a GPU before a CPU, and of several the one with the most compute units. Returns its
/// DeviceInfo::index, or -1 if there is none.
int preferredDevice(const std::vector<DeviceInfo>& devices);

} // namespace lightbench
