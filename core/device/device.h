// What is known of an OpenCL device: its names and the limits that plans and workgroup sizes are checked against.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lightbench {

enum class DeviceType { Cpu, Gpu, Accelerator, Other };

/// A plain value; gpu/ fills it, plans read it, panels show it. Sizes in bytes.
struct DeviceInfo {
    int index = 0; ///< position in DeviceList, as the command line's --device takes it
    std::string name, platform, vendor, driver, version, languageVersion;
    DeviceType type = DeviceType::Other;
    int computeUnits = 1;
    int clockMHz = 0;
    std::size_t maxWorkgroup = 1;                     ///< CL_DEVICE_MAX_WORK_GROUP_SIZE, work-items
    std::array<std::size_t, 3> maxWorkItems{1, 1, 1}; ///< CL_DEVICE_MAX_WORK_ITEM_SIZES, per dimension
    std::uint64_t localMemory = 0;                    ///< a workgroup's
    /// What private arrays of all work-items of a workgroup may take together: PoCL has them on the stack of a thread,
    /// and a program whose stack overflows is ended. 0: no such limit.
    std::uint64_t privateMemory = 0;
    std::uint64_t globalMemory = 0;
    std::uint64_t maxAllocation = 0; ///< the largest single buffer
    std::uint64_t globalCache = 0;
    int preferredMultiple = 1; ///< warp or wavefront, work-items (1 where unknown)
    int computeCapability = 0; ///< NVIDIA's, major x 10 + minor: 90 is 9.0; 0 for other vendors
    bool embedded = false;     ///< the host's own CPU through a bundled driver such as PoCL
    std::vector<std::string> extensions;
    bool hasExtension(const std::string& extension) const;
};

struct DeviceList {
    std::vector<DeviceInfo> devices;
    std::vector<std::string> warnings; ///< one line for each ICD or platform that could not be used
};

/// "CPU", "GPU", "accelerator" or "other".
std::string deviceTypeName(DeviceType type);

} // namespace lightbench
