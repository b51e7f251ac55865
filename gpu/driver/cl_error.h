// From an OpenCL call that failed to an Error that says what was being done, where, and what to do about it.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "core/base/error.h"
#include "core/device/device.h"
#include "core/filter/workgroup.h"
#include "gpu/driver/opencl.h"

namespace lightbench {

/// Where in a run the engine is. Kept up to date while it works, so that a failing call can say so.
struct RunPlace {
    int stage = -1; ///< index in the request's stack
    std::string filter, variant;
    std::string action; ///< a kernel's name, or such as "upload"
    std::array<std::size_t, 2> global{0, 0};
    Workgroup local{0, 0};
};

/// "CL_OUT_OF_RESOURCES"; "OpenCL error -9999" for a code that the standard does not know.
std::string clErrorName(cl_int code);
/// The call that failed: "clEnqueueNDRangeKernel".
std::string clCallName(const cl::Error& error);
/// A buffer could not be had.
bool isOutOfMemory(cl_int code);
/// "gaussian (two-pass)", or "the run" where the place has no stage.
std::string placeName(const RunPlace& place);
Error deviceError(const cl::Error& error, const DeviceInfo& device, const RunPlace& place);
/// Where no device is at work yet.
Error deviceError(const cl::Error& error, const std::string& activity);

} // namespace lightbench
