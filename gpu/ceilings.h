// What a device can do at most, measured by kernels of our own: the ceilings that the bench holds filters against.
#pragma once

#include <cstdint>
#include <string>

#include "gpu/session.h"

namespace lightbench {

/// What one kind of work came to.
struct Ceiling {
    double best = 0;  ///< the fastest round, in the median of its runs
    double least = 0; ///< the slowest round: how much the machine itself varies
    std::string form; ///< the launch that was fastest
};

/// 1 GB is 1e9 bytes. Copying counts what is read and what is written. A multiply-add counts as two operations.
struct Ceilings {
    Ceiling readGbPerS, copyGbPerS, gigaOperationsPerS;
    std::uint64_t bytes = 0; ///< of the buffer that was read; 0: nothing was measured
    int rounds = 0;
};

/// Reads and copies `bytes` (0: much more than caches hold). All launches are tried; the fastest of each kind run in
/// several rounds, the kinds in turn, so that a busy moment of the machine spoils no ceiling. Throws cl::Error or
/// Error(Device).
Ceilings measureCeilings(DeviceSession& session, std::uint64_t bytes = 0);

} // namespace lightbench
