// Finds all OpenCL devices of all platforms with their limits. The engine and the driver search of the worker process
// call it. Broken drivers become warnings.
#pragma once

#include <string_view>
#include <vector>

#include "core/device/device.h"
#include "gpu/driver/opencl.h"

namespace lightbench {

struct DeviceCatalog {
    DeviceList list;
    std::vector<cl::Device> handles; ///< one per entry of list.devices, in the same order
};

/// Part of the warning for a platform without devices beside another of its name: two drivers of one kind in one
/// process may take each other's devices away.
inline constexpr std::string_view besideItsLike = "beside another of its name";

/// Lists the devices. A driver named by two ICD files is listed once. The order is GPUs, accelerators, CPUs, then by
/// platform name, then the driver's order, because a loader's order varies. A platform, device or ICD file that does
/// not work gives one warning. So does having no device at all, as the last warning. Throws Error(Device) if a driver
/// fails beyond that.
DeviceCatalog findDevices();

} // namespace lightbench
