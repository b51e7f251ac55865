#include "gpu/driver/devices.h"

#include <pthread.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <sstream>

#include "core/base/text.h"
#include "core/device/device_traits.h"
#include "gpu/driver/cl_error.h"
#include "gpu/driver/icd_files.h"
#include "gpu/driver/pocl_kernel_cache.h"

namespace lightbench {

namespace {
// Values of vendors' extensions and of OpenCL 3.0 that the 1.2 headers do not name.
constexpr cl_device_info warpSizeNv = 0x4003;
constexpr cl_device_info wavefrontWidthAmd = 0x4043;
constexpr cl_device_info preferredMultipleCl3 = 0x1067;
constexpr cl_device_info languageFeaturesCl3 = 0x106F;

DeviceType typeOf(cl_device_type type) {
    if (type & CL_DEVICE_TYPE_GPU) return DeviceType::Gpu;
    if (type & CL_DEVICE_TYPE_ACCELERATOR) return DeviceType::Accelerator;
    if (type & CL_DEVICE_TYPE_CPU) return DeviceType::Cpu;
    return DeviceType::Other;
}

template <class T> T queried(const cl::Device& device, cl_device_info name) {
    T value{};
    return clGetDeviceInfo(device(), name, sizeof value, &value, nullptr) == CL_SUCCESS ? value : T{};
}

int preferredMultiple(const cl::Device& device) {
    for (cl_device_info name : {warpSizeNv, wavefrontWidthAmd})
        if (const auto width = queried<cl_uint>(device, name); width > 0 && width <= 1024) return int(width);
    const auto multiple = queried<std::size_t>(device, preferredMultipleCl3);
    return multiple > 0 && multiple <= 1024 ? int(multiple) : 1;
}

/// The optional features of OpenCL C 3.0 that it has, such as __opencl_c_atomic_scope_device.
std::vector<std::string> languageFeatures(const cl::Device& device) {
    struct Feature { // cl_name_version of OpenCL 3.0
        cl_uint version;
        char name[64];
    };
    std::size_t bytes = 0;
    if (clGetDeviceInfo(device(), languageFeaturesCl3, 0, nullptr, &bytes) != CL_SUCCESS) return {};
    std::vector<Feature> features(bytes / sizeof(Feature));
    if (clGetDeviceInfo(device(), languageFeaturesCl3, features.size() * sizeof(Feature), features.data(), nullptr) !=
        CL_SUCCESS)
        return {};
    std::vector<std::string> names;
    for (const Feature& feature : features)
        names.emplace_back(feature.name, strnlen(feature.name, sizeof feature.name));
    return names;
}

void fillNames(DeviceInfo& info, const cl::Platform& platform, const cl::Device& device) {
    info.name = trimmed(device.getInfo<CL_DEVICE_NAME>());
    info.platform = trimmed(platform.getInfo<CL_PLATFORM_NAME>());
    info.vendor = trimmed(device.getInfo<CL_DEVICE_VENDOR>());
    info.driver = trimmed(device.getInfo<CL_DRIVER_VERSION>());
    info.version = trimmed(device.getInfo<CL_DEVICE_VERSION>());
    info.languageVersion = trimmed(device.getInfo<CL_DEVICE_OPENCL_C_VERSION>());
    std::istringstream extensions(device.getInfo<CL_DEVICE_EXTENSIONS>());
    info.extensions.assign(std::istream_iterator<std::string>(extensions), {});
    std::ranges::move(languageFeatures(device), std::back_inserter(info.extensions));
}

void fillLimits(DeviceInfo& info, const cl::Device& device) {
    info.computeUnits = int(device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
    info.clockMHz = int(device.getInfo<CL_DEVICE_MAX_CLOCK_FREQUENCY>());
    info.maxWorkgroup = device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
    const auto sizes = device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>();
    std::copy_n(sizes.begin(), std::min(sizes.size(), info.maxWorkItems.size()), info.maxWorkItems.begin());
    info.localMemory = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
    info.globalMemory = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
    info.maxAllocation = device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
    info.globalCache = device.getInfo<CL_DEVICE_GLOBAL_MEM_CACHE_SIZE>();
    info.timerNs = int(device.getInfo<CL_DEVICE_PROFILING_TIMER_RESOLUTION>());
    info.preferredMultiple = preferredMultiple(device);
}

/// 0 where the device does not say (cl_nv_device_attribute_query).
int computeCapability(const DeviceInfo& info, const cl::Device& device) {
    constexpr cl_device_info majorQuery = 0x4000, minorQuery = 0x4001; // CL_DEVICE_COMPUTE_CAPABILITY_..._NV
    if (!info.hasExtension("cl_nv_device_attribute_query")) return 0;
    return int(10 * queried<cl_uint>(device, majorQuery) + queried<cl_uint>(device, minorQuery));
}

/// PoCL's threads have the stack that threads get by default (RLIMIT_STACK when this program started), and need some
/// of it themselves. Measured with PoCL 3.1: arrays of 6 MiB fit 8 MiB, 8 MiB do not.
std::uint64_t privateMemoryOnStack() {
    pthread_attr_t attributes;
    std::size_t stack = 0;
    if (pthread_getattr_default_np(&attributes) != 0) return 0;
    pthread_attr_getstacksize(&attributes, &stack);
    pthread_attr_destroy(&attributes);
    return stack / 4 * 3;
}

DeviceInfo describe(const cl::Platform& platform, const cl::Device& device) {
    DeviceInfo info;
    fillNames(info, platform, device);
    fillLimits(info, device);
    info.type = typeOf(device.getInfo<CL_DEVICE_TYPE>());
    info.computeCapability = computeCapability(info, device);
    info.isHostCpu = info.type == DeviceType::Cpu && poclVersion(info);
    if (info.isHostCpu) info.privateMemory = privateMemoryOnStack();
    return info;
}

struct Found {
    DeviceInfo info;
    cl::Device handle;
};

void addDevice(const cl::Platform& platform, const cl::Device& device, std::vector<Found>& found,
               std::vector<std::string>& warnings) {
    try {
        if (!device.getInfo<CL_DEVICE_AVAILABLE>() || !device.getInfo<CL_DEVICE_COMPILER_AVAILABLE>()) {
            warnings.push_back(std::string(trimmed(device.getInfo<CL_DEVICE_NAME>())) +
                               " was skipped: its driver reports the device or its compiler as unavailable");
            return;
        }
        found.push_back({describe(platform, device), device});
    } catch (const cl::Error& error) {
        warnings.push_back("an OpenCL device is left out: " + clCallName(error) + " failed with " +
                           clErrorName(error.err()) + "; its driver may need to be installed again");
    }
}

std::string nameOfPlatform(const cl::Platform& platform) {
    try {
        return std::string(trimmed(platform.getInfo<CL_PLATFORM_NAME>()));
    } catch (const cl::Error&) {
        return {};
    }
}

/// How many of them have this one's name, itself included.
std::ptrdiff_t likesOf(const cl::Platform& platform, const std::vector<cl::Platform>& all) {
    const std::string name = nameOfPlatform(platform);
    return std::ranges::count(all, name, nameOfPlatform);
}

void addPlatform(const cl::Platform& platform, const std::vector<cl::Platform>& all, std::vector<Found>& found,
                 std::vector<std::string>& warnings) {
    std::string name = nameOfPlatform(platform);
    name = name.empty() ? "an OpenCL platform" : "the OpenCL platform " + name;
    try {
        std::vector<cl::Device> devices;
        platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
        for (const cl::Device& device : devices)
            addDevice(platform, device, found, warnings);
    } catch (const cl::Error& error) {
        const std::string beside = likesOf(platform, all) > 1 ? " " + std::string(besideItsLike) : "";
        warnings.push_back(name + " is left out" + beside + ": " + clCallName(error) + " failed with " +
                           clErrorName(error.err()) +
                           "; check that its hardware is present and its driver is complete");
    }
}

std::vector<cl::Platform> allPlatforms(std::vector<std::string>& warnings) {
    std::vector<cl::Platform> platforms;
    try {
        cl::Platform::get(&platforms);
    } catch (const cl::Error& error) {
        constexpr cl_int platformNotFound = -1001; // CL_PLATFORM_NOT_FOUND_KHR: no platform; reported below
        if (error.err() != platformNotFound)
            warnings.push_back("the OpenCL loader failed: " + clErrorName(error.err()) + " from " + clCallName(error) +
                               "; it, or a driver, may need to be installed again");
    }
    return platforms;
}

int rank(DeviceType type) {
    return type == DeviceType::Gpu ? 0 : type == DeviceType::Accelerator ? 1 : type == DeviceType::Cpu ? 2 : 3;
}

/// The last of what was wrong with drivers, which is taken out of the list, or what to install.
std::string whyNone(std::vector<std::string>& problems) {
    if (const std::string problem = poclCacheProblem(); !problem.empty()) return problem;
    if (const std::string problem = emptyPlaceProblem(); !problem.empty()) return problem;
    if (problems.empty())
        return "install pocl-opencl-icd, which runs on the processor, or the OpenCL driver of your GPU's vendor";
    const std::string last = problems.back();
    problems.pop_back();
    return last;
}
} // namespace

static DeviceCatalog findAll() {
    DeviceCatalog catalog;
    std::vector<std::string>& warnings = catalog.list.warnings;
    std::vector<Found> found;
    const std::vector<std::string> elsewhere = preparePoclCache(); // before the loader is used
    const std::vector<cl::Platform> platforms = allPlatforms(warnings);
    for (auto one = platforms.begin(); one != platforms.end(); ++one)
        if (std::find_if(platforms.begin(), one, [&](const auto& known) { return known() == (*one)(); }) == one)
            addPlatform(*one, platforms, found, warnings);
    std::ranges::stable_sort(found, {},
                             [](const Found& one) { return std::pair(rank(one.info.type), one.info.platform); });
    for (Found& one : found) {
        one.info.index = int(catalog.handles.size());
        catalog.list.devices.push_back(std::move(one.info));
        catalog.handles.push_back(std::move(one.handle));
    }
    std::ranges::move(brokenIcdWarnings(), std::back_inserter(warnings));
    if (found.empty()) warnings.push_back("no OpenCL device was found: " + whyNone(warnings));
    warnings.insert(warnings.begin(), elsewhere.begin(), elsewhere.end());
    return catalog;
}

DeviceCatalog findDevices() {
    try {
        return findAll();
    } catch (const cl::Error& error) {
        throw deviceError(error, "looking for OpenCL devices");
    }
}

} // namespace lightbench
