// A library for LD_PRELOAD that stands before the OpenCL loader and makes any driver odd, in the ways that
// LIGHTBENCH_ODD_DRIVER names: no event times, all equal, or counted; no context, or none for a device ("closed-" and
// its name); no kernels; no compiler for median; at most 32 work-items a workgroup. Its compiler ends the process at
// programs whose text has what LIGHTBENCH_ODD_PROGRAM says. "silent-local" is as PoCL 6.0: no kernel's local memory is
// reported, and a launch that needs more than there is ends the process. It proves that it was odd.
#include <dlfcn.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "tests/worker/injection_mark.h"

namespace {
constexpr int outOfResources = -5, invalidKernelName = -46, invalidWorkgroup = -54;
constexpr unsigned kernelWorkgroupSize = 0x11B0, deviceName = 0x102B, eventQueued = 0x1280;
constexpr unsigned kernelLocalMemory = 0x11B2, deviceLocalMemory = 0x1023, queueDevice = 0x1091;
constexpr std::size_t fewItems = 32;

/// Whether the driver is odd in this way. Ask it where that makes a difference: it leaves a mark.
bool is(const std::string& way) {
    const char* wanted = std::getenv("LIGHTBENCH_ODD_DRIVER");
    if (!wanted || wanted != way) return false;
    static std::mutex mutex;
    static std::set<std::string> marked;
    const std::lock_guard lock(mutex);
    if (marked.insert(way).second) markInjected(way);
    return true;
}

template <class Call> Call* next(Call*, const char* name) { return reinterpret_cast<Call*>(dlsym(RTLD_NEXT, name)); }
} // namespace

#define LIGHTBENCH_DRIVER_CALL extern "C" __attribute__((visibility("default")))

LIGHTBENCH_DRIVER_CALL int clGetEventProfilingInfo(void* event, unsigned what, std::size_t size, void* value,
                                                   std::size_t* wanted) {
    const bool isAsked = value && size >= sizeof(std::uint64_t);
    if (isAsked && (is("no-times") || is("equal-times") || is("counted-times"))) {
        const std::uint64_t stamp = is("no-times") ? 0 : is("equal-times") ? 123456 : what - eventQueued;
        std::memcpy(value, &stamp, sizeof stamp);
        return 0;
    }
    return next(&clGetEventProfilingInfo, "clGetEventProfilingInfo")(event, what, size, value, wanted);
}

LIGHTBENCH_DRIVER_CALL int clGetDeviceInfo(void* device, unsigned what, std::size_t size, void* value,
                                           std::size_t* wanted) {
    return next(&clGetDeviceInfo, "clGetDeviceInfo")(device, what, size, value, wanted);
}

static bool isClosed(void* device) {
    char name[256] = {};
    if (clGetDeviceInfo(device, deviceName, sizeof name - 1, name, nullptr) != 0) return false;
    return is("closed-" + std::string(name));
}

LIGHTBENCH_DRIVER_CALL void* clCreateContext(const std::intptr_t* properties, unsigned count, void* const* devices,
                                             void (*notify)(const char*, const void*, std::size_t, void*), void* data,
                                             int* problem) {
    if (is("no-context") || (count > 0 && isClosed(devices[0]))) {
        if (problem) *problem = outOfResources;
        return nullptr;
    }
    return next(&clCreateContext, "clCreateContext")(properties, count, devices, notify, data, problem);
}

LIGHTBENCH_DRIVER_CALL void* clCreateProgramWithSource(void* context, unsigned count, const char** texts,
                                                       const std::size_t* lengths, int* problem) {
    const char* refused = std::getenv("LIGHTBENCH_ODD_PROGRAM");
    const std::string_view part = refused ? refused : "median";
    for (unsigned i = 0; i < count; ++i)
        if (std::string_view(texts[i], lengths && lengths[i] ? lengths[i] : std::strlen(texts[i])).find(part) !=
                std::string_view::npos &&
            (refused || is("no-median"))) {
            if (refused) markInjected("refused");
            std::fputs("LLVM ERROR: Unsupported vector type with 64 elements\n", stderr);
            std::abort();
        }
    return next(&clCreateProgramWithSource, "clCreateProgramWithSource")(context, count, texts, lengths, problem);
}

LIGHTBENCH_DRIVER_CALL void* clCreateKernel(void* program, const char* name, int* problem) {
    if (is("no-kernel")) {
        if (problem) *problem = invalidKernelName;
        return nullptr;
    }
    return next(&clCreateKernel, "clCreateKernel")(program, name, problem);
}

LIGHTBENCH_DRIVER_CALL int clGetKernelWorkGroupInfo(void* kernel, void* device, unsigned what, std::size_t size,
                                                    void* value, std::size_t* wanted) {
    const int answer =
        next(&clGetKernelWorkGroupInfo, "clGetKernelWorkGroupInfo")(kernel, device, what, size, value, wanted);
    const bool isAsked = answer == 0 && what == kernelWorkgroupSize && value && size >= sizeof fewItems;
    if (isAsked && is("few-items")) std::memcpy(value, &fewItems, sizeof fewItems);
    if (answer == 0 && what == kernelLocalMemory && value && is("silent-local")) std::memset(value, 0, size);
    return answer;
}

LIGHTBENCH_DRIVER_CALL int clGetCommandQueueInfo(void* queue, unsigned what, std::size_t size, void* value,
                                                 std::size_t* wanted) {
    return next(&clGetCommandQueueInfo, "clGetCommandQueueInfo")(queue, what, size, value, wanted);
}

static void endIfTooMuch(void* queue, void* kernel) {
    void* device = nullptr;
    std::uint64_t needed = 0, most = 0;
    clGetCommandQueueInfo(queue, queueDevice, sizeof device, &device, nullptr);
    clGetDeviceInfo(device, deviceLocalMemory, sizeof most, &most, nullptr);
    next(&clGetKernelWorkGroupInfo, "clGetKernelWorkGroupInfo")(kernel, device, kernelLocalMemory, sizeof needed,
                                                                &needed, nullptr);
    if (needed <= most) return;
    std::fputs("1 automatic local buffer(s) with total size 0 bytes doesn't fit to the local memory\n", stderr);
    std::abort();
}

LIGHTBENCH_DRIVER_CALL int clEnqueueNDRangeKernel(void* queue, void* kernel, unsigned dimensions,
                                                  const std::size_t* offset, const std::size_t* global,
                                                  const std::size_t* local, unsigned count, void* const* waits,
                                                  void** event) {
    std::size_t items = 1;
    for (unsigned i = 0; local && i < dimensions; ++i)
        items *= local[i];
    if (items > fewItems && is("few-items")) return invalidWorkgroup;
    if (is("silent-local")) endIfTooMuch(queue, kernel);
    return next(&clEnqueueNDRangeKernel, "clEnqueueNDRangeKernel")(queue, kernel, dimensions, offset, global, local,
                                                                   count, waits, event);
}
