// What a device can do at most, measured by kernels of our own: the ceilings that the bench holds filters against.
#pragma once

#include <cstdint>

#include "core/run/measurement.h"
#include "gpu/chain/session.h"

namespace lightbench {

/// What one kind of work came to.
/// Reads and copies `bytes` (0: much more than caches hold). All launches are tried; the fastest of each kind run in
/// several rounds, the kinds in turn, so that a busy moment of the machine spoils no ceiling. Throws cl::Error or
/// Error(Device).
Ceilings measureCeilings(DeviceSession& session, std::uint64_t bytes = 0);

} // namespace lightbench
