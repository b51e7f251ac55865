// Measures a device's peak rates (memory, arithmetic, local memory, launch time) with the project's own kernels. The
// engine calls it; the roofline and experiments compare kernels with the result.
#pragma once

#include <cstdint>

#include "core/run/measurement.h"
#include "gpu/execution/session.h"

namespace lightbench {

/// Reads and copies `bytes` (0: much more than the caches hold). All launch configurations are tried. The fastest of
/// each kind run in several rounds that alternate between the kinds, so that a short disturbance spoils no result.
/// Throws cl::Error or Error(Device).
PeakRates measurePeakRates(DeviceSession& session, std::uint64_t bytes = 0);

} // namespace lightbench
