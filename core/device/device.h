// Describes an OpenCL device: its names and its limits, in bytes and work-items. gpu/driver/devices.h fills it in;
// plans and workgroup checks read it, and the window and the command line show it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/fields.h"

namespace lightbench {

enum class DeviceType { Cpu, Gpu, Accelerator, Other };

/// A plain value. Sizes are in bytes.
struct DeviceInfo {
    int index = 0; ///< index in DeviceList, the number that --device takes
    std::string name, platform, vendor, driver, version, languageVersion;
    DeviceType type = DeviceType::Other;
    int computeUnits = 1;
    int clockMHz = 0;
    std::size_t maxWorkgroup = 1;                     ///< CL_DEVICE_MAX_WORK_GROUP_SIZE, work-items
    std::array<std::size_t, 3> maxWorkItems{1, 1, 1}; ///< CL_DEVICE_MAX_WORK_ITEM_SIZES, per dimension
    std::uint64_t localMemory = 0;                    ///< per workgroup
    /// The limit for private arrays of one whole workgroup. PoCL puts them on the stack of a thread, and an overflow
    /// ends the program. 0: no such limit.
    std::uint64_t privateMemory = 0;
    std::uint64_t globalMemory = 0;
    std::uint64_t maxAllocation = 0; ///< the largest single buffer
    std::uint64_t globalCache = 0;
    int timerNs = 0;           ///< CL_DEVICE_PROFILING_TIMER_RESOLUTION: event times are multiples of it
    int preferredMultiple = 1; ///< warp or wavefront, work-items (1 where unknown)
    int computeCapability = 0; ///< NVIDIA's, major x 10 + minor: 90 is 9.0; 0 for other vendors
    bool isHostCpu = false;    ///< the host's CPU through a bundled driver such as PoCL
    std::vector<std::string> extensions;
    bool hasExtension(const std::string& extension) const {
        return std::ranges::find(extensions, extension) != extensions.end();
    }
};

constexpr auto fields(const DeviceInfo*) {
    using T = DeviceInfo;
    return FieldList{Field{"index", &T::index, Brief},
                     Field{"name", &T::name, Brief},
                     Field{"platform", &T::platform, Brief},
                     Field{"vendor", &T::vendor, Brief},
                     Field{"driver", &T::driver, Brief},
                     Field{"version", &T::version, Brief},
                     Field{"language_version", &T::languageVersion},
                     Field{"type", &T::type, Brief},
                     Field{"compute_units", &T::computeUnits},
                     Field{"clock_mhz", &T::clockMHz},
                     Field{"max_workgroup", &T::maxWorkgroup},
                     Field{"max_work_items", &T::maxWorkItems},
                     Field{"local_memory_bytes", &T::localMemory},
                     Field{"private_memory_bytes", &T::privateMemory},
                     Field{"global_memory_bytes", &T::globalMemory},
                     Field{"max_allocation_bytes", &T::maxAllocation},
                     Field{"global_cache_bytes", &T::globalCache},
                     Field{"timer_ns", &T::timerNs},
                     Field{"preferred_multiple", &T::preferredMultiple},
                     Field{"compute_capability", &T::computeCapability, NotInReport},
                     Field{"embedded", &T::isHostCpu},
                     Field{"extensions", &T::extensions}};
}

struct DeviceList {
    std::vector<DeviceInfo> devices;
    std::vector<std::string> warnings; ///< one line per ICD or platform that could not be used
};

constexpr auto fields(const DeviceList*) {
    using T = DeviceList;
    return FieldList{Field{"devices", &T::devices}, Field{"warnings", &T::warnings}};
}

/// "CPU", "GPU", "accelerator" or "other".
inline std::string deviceTypeName(DeviceType type) {
    constexpr std::array names{"CPU", "GPU", "accelerator", "other"};
    return names[std::min(std::size_t(type), names.size() - 1)];
}

} // namespace lightbench
