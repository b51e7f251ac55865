// The clock that events are stamped by, where the driver lets the host look at it.
#pragma once

#include "core/run/clock_tie.h"
#include "gpu/driver/opencl.h"

namespace lightbench {

/// Bounds from a few looks at the device's timer, each between two at the host's steady clock (clGetDeviceAndHostTimer,
/// OpenCL 2.1, section 4.3: its device timestamp has the timebase of clGetEventProfilingInfo; its host timestamp has
/// one that the implementation chooses, and is not used). Not known where platform or device do not offer it: their
/// CL_PLATFORM_HOST_TIMER_RESOLUTION is 0 then.
ClockBounds timerBounds(const cl::Device& device);

} // namespace lightbench
