// Variants whose kernels become large programs, because they fill the vectors of a CPU.
#pragma once

#include <string>

#include "core/device/device.h"

namespace lightbench {

/// For Variant::missing of a variant whose program llvmpipe (Mesa 25.0) had not built after 200 s. Empty elsewhere.
std::string missingForLargePrograms(const DeviceInfo& device);

} // namespace lightbench
