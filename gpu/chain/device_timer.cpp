// Calls clGetDeviceAndHostTimer, which the OpenCL 1.2 bindings do not declare.
#include "gpu/chain/device_timer.h"

#include <dlfcn.h>

#include "gpu/chain/host_log.h"

namespace lightbench {

namespace {
using DeviceTimer = cl_int(CL_API_CALL*)(cl_device_id, cl_ulong*, cl_ulong*);
constexpr cl_platform_info hostTimerResolution = 0x0905; // CL_PLATFORM_HOST_TIMER_RESOLUTION

/// True for version 2.1 or later, such as "OpenCL 3.0 ...". Older drivers have no such entry in their dispatch table.
bool isOf21(const std::string& version) {
    return version.starts_with("OpenCL ") && version.size() > 9 && version.substr(7, 3) >= "2.1";
}

bool offersTimer(const cl::Device& device) {
    const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
    cl_ulong resolution = 0;
    return isOf21(platform.getInfo<CL_PLATFORM_VERSION>()) && isOf21(device.getInfo<CL_DEVICE_VERSION>()) &&
           clGetPlatformInfo(platform(), hostTimerResolution, sizeof resolution, &resolution, nullptr) == CL_SUCCESS &&
           resolution > 0;
}
} // namespace

ClockBounds timerBounds(const cl::Device& device) {
    ClockBounds bounds;
    static const auto read = reinterpret_cast<DeviceTimer>(::dlsym(RTLD_DEFAULT, "clGetDeviceAndHostTimer"));
    if (!read || !offersTimer(device)) return bounds;
    for (int look = 0; look < 3; ++look) {
        cl_ulong stamp = 0, hosts = 0;
        const std::int64_t begin = hostNow();
        if (read(device(), &stamp, &hosts) != CL_SUCCESS) return {};
        bounds.inside(std::int64_t(stamp), {begin, hostNow()});
    }
    return bounds;
}

} // namespace lightbench
