// All OpenCL devices of all platforms, with the limits that plans are checked against.
#pragma once

#include <string_view>
#include <vector>

#include "core/device/device.h"
#include "gpu/driver/opencl.h"

namespace lightbench {

struct DeviceCatalog {
    DeviceList list;
    std::vector<cl::Device> handles; ///< as many as list.devices, in the same order
};

/// In the warning of a platform without devices beside another of its name: two drivers of one kind, in one process,
/// may take each other's devices away.
inline constexpr std::string_view besideItsLike = "beside another of its name";

/// A driver that two ICD files name has its devices once. GPUs come first, then accelerators, then CPUs; within these,
/// by the platform's name, and then as the driver lists them: the order in which a loader finds drivers changes with
/// the folder. A platform, a device or an ICD file that does not work is one warning; so is having no device at all,
/// which is the last one. Throws Error(Device) where a driver fails beyond that.
DeviceCatalog findDevices();

} // namespace lightbench
