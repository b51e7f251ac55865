// Converts failed OpenCL calls to an Error that says what was running, where, and what to do, and finds the first error
// of a compiler. Everything in gpu/ that calls OpenCL relies on it.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "core/base/error.h"
#include "core/device/device.h"
#include "core/framework/workgroup.h"
#include "gpu/driver/opencl.h"

namespace lightbench {

/// The current position of the engine in a run, updated as it works, so that an error can name it.
struct ErrorContext {
    int stage = -1; ///< index in the request's stack
    std::string filter, variant;
    std::string action; ///< a kernel's name, or such as "upload"
    std::array<std::size_t, 2> global{0, 0};
    Workgroup local{0, 0};
};

/// The name of an error code: "CL_OUT_OF_RESOURCES", or "OpenCL error -9999" if the table of names lacks it.
std::string clErrorName(cl_int code);
/// The failed call: "clEnqueueNDRangeKernel", or "releasing an OpenCL object".
std::string clCallName(const cl::Error& error);
/// True if a failed allocation means that memory is short. Drivers also return CL_OUT_OF_RESOURCES for that; from other
/// calls it has other causes.
bool isOutOfMemory(cl_int code);
/// "gaussian (two-pass)", or "the run" if the position has no stage.
std::string errorContextText(const ErrorContext& errorContext);
Error deviceError(const cl::Error& error, const DeviceInfo& device, const ErrorContext& errorContext);
/// For errors before a device is in use.
Error deviceError(const cl::Error& error, const std::string& activity);

/// The log of the program's last build; empty if it cannot be read, so that the build's own error is reported.
std::string buildLogOf(const cl::Program& program, const cl::Device& device);

/// The first error of a build log, such as "kernels/point/threshold.cl:12: use of undeclared identifier 'x'".
/// Without an error that has a place in the program, it returns the first line that says "error", else the first that
/// is not empty.
std::string firstBuildError(const std::string& log);

} // namespace lightbench
