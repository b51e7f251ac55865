// A description of a GPU that does not exist. Tests of plans use it, so that they need no device.
#pragma once

#include "core/device/device.h"

namespace lightbench::tests {

inline DeviceInfo madeUpGpu() {
    DeviceInfo device;
    device.name = "gpu";
    device.type = DeviceType::Gpu;
    device.computeUnits = 100;
    device.maxWorkgroup = 1024;
    device.maxWorkItems = {1024, 1024, 64};
    device.localMemory = 48 << 10;
    device.globalMemory = device.maxAllocation = std::uint64_t(4) << 30;
    device.preferredMultiple = 32;
    return device;
}

} // namespace lightbench::tests
