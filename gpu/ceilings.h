// What a device can do at most, measured by kernels of our own: the ceilings that the bench holds filters against.
#pragma once

#include <cstdint>
#include <string>

#include "gpu/session.h"

namespace lightbench {

/// 1 GB is 1e9 bytes. Copying counts what is read and what is written. A multiply-add counts as two operations.
struct Ceilings {
    double readGbPerS = 0, copyGbPerS = 0, gigaOperationsPerS = 0;
    std::uint64_t bytes = 0;                         ///< of the buffer that was read
    std::string readForm, copyForm, multiplyAddForm; ///< the launch that was fastest
};

/// Reads and copies `bytes` (0: much more than caches hold) by several launches and takes the best of each, in the
/// median of `repeat` runs. Throws cl::Error or Error(Device).
Ceilings measureCeilings(DeviceSession& session, std::uint64_t bytes = 0, int repeat = 10);

} // namespace lightbench
