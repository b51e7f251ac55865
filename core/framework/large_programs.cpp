// One reason that several filters give.
#include "core/framework/large_programs.h"

#include "core/device/device_traits.h"

namespace lightbench {

std::string missingForLargePrograms(const DeviceInfo& device) {
    if (!isCpuDevice(device) || fillsVectors(device)) return {};
    return "llvmpipe does not build its large program within minutes";
}

} // namespace lightbench
