// Reads the device clock that timestamps events, if the driver supports it, to correlate it with the host's clock.
// StackRun uses the bounds for timelines.
#pragma once

#include "core/run/clock_correlation.h"
#include "gpu/driver/opencl.h"

namespace lightbench {

/// Bounds from a few readings of the device timer, each between two readings of the host's steady clock
/// (clGetDeviceAndHostTimer, OpenCL 2.1, section 4.3). Its device timestamp has the timebase of
/// clGetEventProfilingInfo; its host timestamp has an unspecified timebase and is ignored. The bounds are unknown if
/// platform or device lack the timer: CL_PLATFORM_HOST_TIMER_RESOLUTION is 0 then.
ClockBounds timerBounds(const cl::Device& device);

} // namespace lightbench
