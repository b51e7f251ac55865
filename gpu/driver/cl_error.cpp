#include "gpu/driver/cl_error.h"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <utility>

#include "core/base/text.h"
#include "core/framework/user_path.h"
#include "core/source/build_messages.h"

namespace lightbench {

namespace {
struct ErrorName {
    cl_int code;
    const char* name;
};

#define LIGHTBENCH_NAME(code)                                                                                          \
    { code, #code }
constexpr ErrorName errorNames[] = {
    LIGHTBENCH_NAME(CL_DEVICE_NOT_FOUND),
    LIGHTBENCH_NAME(CL_DEVICE_NOT_AVAILABLE),
    LIGHTBENCH_NAME(CL_COMPILER_NOT_AVAILABLE),
    LIGHTBENCH_NAME(CL_MEM_OBJECT_ALLOCATION_FAILURE),
    LIGHTBENCH_NAME(CL_OUT_OF_RESOURCES),
    LIGHTBENCH_NAME(CL_OUT_OF_HOST_MEMORY),
    LIGHTBENCH_NAME(CL_PROFILING_INFO_NOT_AVAILABLE),
    LIGHTBENCH_NAME(CL_MEM_COPY_OVERLAP),
    LIGHTBENCH_NAME(CL_BUILD_PROGRAM_FAILURE),
    LIGHTBENCH_NAME(CL_MAP_FAILURE),
    LIGHTBENCH_NAME(CL_MISALIGNED_SUB_BUFFER_OFFSET),
    LIGHTBENCH_NAME(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST),
    LIGHTBENCH_NAME(CL_COMPILE_PROGRAM_FAILURE),
    LIGHTBENCH_NAME(CL_LINKER_NOT_AVAILABLE),
    LIGHTBENCH_NAME(CL_LINK_PROGRAM_FAILURE),
    LIGHTBENCH_NAME(CL_INVALID_VALUE),
    LIGHTBENCH_NAME(CL_INVALID_DEVICE_TYPE),
    LIGHTBENCH_NAME(CL_INVALID_PLATFORM),
    LIGHTBENCH_NAME(CL_INVALID_DEVICE),
    LIGHTBENCH_NAME(CL_INVALID_CONTEXT),
    LIGHTBENCH_NAME(CL_INVALID_QUEUE_PROPERTIES),
    LIGHTBENCH_NAME(CL_INVALID_COMMAND_QUEUE),
    LIGHTBENCH_NAME(CL_INVALID_HOST_PTR),
    LIGHTBENCH_NAME(CL_INVALID_MEM_OBJECT),
    LIGHTBENCH_NAME(CL_INVALID_BINARY),
    LIGHTBENCH_NAME(CL_INVALID_BUILD_OPTIONS),
    LIGHTBENCH_NAME(CL_INVALID_PROGRAM),
    LIGHTBENCH_NAME(CL_INVALID_PROGRAM_EXECUTABLE),
    LIGHTBENCH_NAME(CL_INVALID_KERNEL_NAME),
    LIGHTBENCH_NAME(CL_INVALID_KERNEL_DEFINITION),
    LIGHTBENCH_NAME(CL_INVALID_KERNEL),
    LIGHTBENCH_NAME(CL_INVALID_ARG_INDEX),
    LIGHTBENCH_NAME(CL_INVALID_ARG_VALUE),
    LIGHTBENCH_NAME(CL_INVALID_ARG_SIZE),
    LIGHTBENCH_NAME(CL_INVALID_KERNEL_ARGS),
    LIGHTBENCH_NAME(CL_INVALID_WORK_DIMENSION),
    LIGHTBENCH_NAME(CL_INVALID_WORK_GROUP_SIZE),
    LIGHTBENCH_NAME(CL_INVALID_WORK_ITEM_SIZE),
    LIGHTBENCH_NAME(CL_INVALID_GLOBAL_OFFSET),
    LIGHTBENCH_NAME(CL_INVALID_EVENT_WAIT_LIST),
    LIGHTBENCH_NAME(CL_INVALID_EVENT),
    LIGHTBENCH_NAME(CL_INVALID_OPERATION),
    LIGHTBENCH_NAME(CL_INVALID_BUFFER_SIZE),
    LIGHTBENCH_NAME(CL_INVALID_GLOBAL_WORK_SIZE),
    LIGHTBENCH_NAME(CL_INVALID_PROPERTY),
    LIGHTBENCH_NAME(CL_INVALID_COMPILER_OPTIONS),
    LIGHTBENCH_NAME(CL_INVALID_LINKER_OPTIONS),
    LIGHTBENCH_NAME(CL_INVALID_DEVICE_PARTITION_COUNT),
    {-1001, "CL_PLATFORM_NOT_FOUND_KHR"},
};
#undef LIGHTBENCH_NAME

/// Calls before anything runs: they look for devices, or open one.
bool isOpening(const std::string& call) {
    return call.starts_with("clGetPlatform") || call.starts_with("clGetDevice") || call == "clCreateContext" ||
           call.starts_with("clCreateCommandQueue");
}

/// Calls that run a kernel, or that report the failure of one that runs.
bool isRunning(const std::string& call) {
    return call.starts_with("clEnqueue") || call == "clFinish" || call == "clFlush" || call == "clWaitForEvents";
}

constexpr const char* lostRemedy = "The device has lost its context, as after a kernel that accessed memory outside "
                                   "its buffers: use a smaller workgroup, a smaller image or another variant";

std::string resourcesRemedy(const std::string& call) {
    if (isRunning(call))
        return "The kernel needs too many resources, accessed memory outside its buffers, or ran longer than the "
               "driver allows: use a smaller workgroup, a smaller image or another variant";
    return "The driver has run out of resources: close other programs that use the device, or use another device";
}

std::string openingRemedy(cl_int code) {
    if (isOutOfMemory(code) || code == CL_DEVICE_NOT_AVAILABLE)
        return "The device has no room, or another program has it: close other programs that use it, or use another "
               "device";
    return "Use another device; if all fail, install the driver again";
}

/// What to do follows from what failed where: a kernel is at fault only if one runs.
std::string remedy(const cl::Error& error) {
    const std::string call = error.what();
    if (isOpening(call)) return openingRemedy(error.err());
    switch (error.err()) {
    case CL_MEM_OBJECT_ALLOCATION_FAILURE: return "Use a smaller image, another variant or another device";
    case CL_OUT_OF_HOST_MEMORY: return "The computer's memory is short: use a smaller image, or close other programs";
    case CL_OUT_OF_RESOURCES: return resourcesRemedy(call);
    case CL_INVALID_COMMAND_QUEUE:
    case CL_INVALID_CONTEXT:
        if (isRunning(call)) return lostRemedy; // how NVIDIA's driver reports it
        break;
    case CL_INVALID_WORK_GROUP_SIZE:
    case CL_INVALID_WORK_ITEM_SIZE: return "Use another workgroup size";
    case CL_INVALID_ARG_INDEX:
    case CL_INVALID_ARG_VALUE:
    case CL_INVALID_ARG_SIZE:
    case CL_INVALID_KERNEL_ARGS: return "The kernel's arguments do not match its filter: correct one of the two";
    case CL_COMPILER_NOT_AVAILABLE: return "The driver has no compiler: install its complete package";
    default: break;
    }
    return "Try another variant or device; if all fail, the driver may be broken";
}

std::string sizesText(const ErrorContext& errorContext) {
    if (errorContext.global[0] == 0) return {};
    return "global size " + std::to_string(errorContext.global[0]) + " x " + std::to_string(errorContext.global[1]) +
           ", local size " + workgroupText(errorContext.local) + "\n";
}

std::string limitsText(const DeviceInfo& device) {
    return "limits: " + std::to_string(device.maxWorkgroup) + " work-items per workgroup, " +
           byteText(double(device.localMemory)) + " of local memory, " + byteText(double(device.globalMemory)) +
           " of global memory, " + byteText(double(device.maxAllocation)) + " per buffer";
}
} // namespace

std::string clErrorName(cl_int code) {
    const auto found = std::ranges::find(errorNames, code, &ErrorName::code);
    return found == std::end(errorNames) ? "OpenCL error " + std::to_string(code) : found->name;
}

/// The bindings have no names for the calls that retain and release objects.
std::string clCallName(const cl::Error& error) {
    const std::string name = error.what();
    if (name == "Retain Object") return "retaining an OpenCL object";
    if (name == "Release Object") return "releasing an OpenCL object";
    return name;
}

bool isOutOfMemory(cl_int code) {
    return code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_RESOURCES || code == CL_OUT_OF_HOST_MEMORY;
}

std::string errorContextText(const ErrorContext& errorContext) {
    return errorContext.filter.empty() ? "the run" : errorContext.filter + " (" + errorContext.variant + ")";
}

Error deviceError(const cl::Error& error, const DeviceInfo& device, const ErrorContext& errorContext) {
    const std::string during = errorContext.action.empty() ? std::string() : " in " + errorContext.action;
    Error result(ErrorKind::Device,
                 errorContextText(errorContext) + " failed on " + device.name + ": " + clErrorName(error.err()) +
                     " from " + clCallName(error) + during + ". " + remedy(error),
                 sizesText(errorContext) + "device " + device.name + " (" + device.platform + ", driver " +
                     device.driver + ")\n" + limitsText(device));
    result.stage = errorContext.stage;
    return result;
}

Error deviceError(const cl::Error& error, const std::string& activity) {
    return Error(ErrorKind::Device, activity + " failed: " + clErrorName(error.err()) + " from " + clCallName(error) +
                                        ". " + remedy(error));
}

std::string buildLogOf(const cl::Program& program, const cl::Device& device) {
    try {
        return program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device);
    } catch (const cl::Error&) {
        return {};
    }
}

/// Takes the first error that has a place in the program, else the first line with the word "error". A line that ends
/// with a colon is read together with the next one.
std::string firstBuildError(const std::string& log) {
    for (const BuildMessage& message : buildMessages(log))
        if (message.kind == BuildMessage::Error && isProgramFile(message.file))
            return std::string(withoutUserFolder(message.file)) + ":" + std::to_string(message.line) + ": " +
                   message.text;
    std::istringstream lines(log);
    std::string first, firstError, heading;
    for (std::string line; std::getline(lines, line);) {
        line.erase(line.find_last_not_of(" \t\r") + 1);
        line = std::exchange(heading, {}) + line;
        if (line.ends_with(':')) {
            heading = line + " ";
            continue;
        }
        if (first.empty()) first = line;
        if (firstError.empty() && line.find("error") != std::string::npos) firstError = line;
    }
    if (first.empty()) first = heading;
    return firstError.empty() ? first : firstError;
}

} // namespace lightbench
