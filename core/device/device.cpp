// Looks up extensions and names of device types.
#include "core/device/device.h"

#include <algorithm>

namespace lightbench {

bool DeviceInfo::hasExtension(const std::string& extension) const {
    return std::ranges::find(extensions, extension) != extensions.end();
}

std::string deviceTypeName(DeviceType type) {
    switch (type) {
    case DeviceType::Cpu: return "CPU";
    case DeviceType::Gpu: return "GPU";
    case DeviceType::Accelerator: return "accelerator";
    case DeviceType::Other: break;
    }
    return "other";
}

} // namespace lightbench
