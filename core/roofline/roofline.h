// The roofline model (Williams, Waterman and Patterson 2009): each kernel's rate against the device's peak rates, and
// the likely limit of slow kernels. The roofline panel and the command line use it. Bytes and operations are minima
// from the plan.
#pragma once

#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/run/measurement.h"
#include "core/run/report.h"

namespace lightbench {

/// The likely bottleneck of a kernel.
enum class Limit {
    Unknown,    ///< no time, or no peak rates to compare with
    Memory,     ///< near the memory's peak rate
    Arithmetic, ///< near the device's peak arithmetic rate
    Cache,      ///< above the memory's copy rate: data stays in a cache, or stores bypass it
    Launch,     ///< so short that the launch takes a large part of it
    Occupancy,  ///< too few workgroups or work-items to keep the device busy
    Traffic,    ///< it moves several times the minimum traffic
    Latency     ///< enough parallelism, but far from both peaks: dependent steps wait for one another
};
/// "memory", "arithmetic", ...
std::string limitName(Limit limit);

/// One kernel of a run in the roofline. Bytes and operations are the plan's minima; operations are good to about a
/// factor of ten.
struct RooflinePoint {
    int stackIndex = 0;
    std::string filter, kernel;
    double us = 0;
    std::uint64_t bytes = 0, operations = 0;
    double gbPerS = 0, gigaOperationsPerS = 0;
    double intensity = 0; ///< operations per byte; 0 if either is missing
    double share = 0;     ///< share of the peak above it: the larger of its shares of both peak rates; 0: unknown
    Limit limit = Limit::Unknown;
    std::string why; ///< the reason for the limit, one clause with numbers
};

constexpr auto fields(const RooflinePoint*) {
    using T = RooflinePoint;
    return FieldList{Field{"index", &T::stackIndex},
                     Field{"filter", &T::filter},
                     Field{"kernel", &T::kernel},
                     Field{"us", &T::us},
                     Field{"bytes", &T::bytes},
                     Field{"operations", &T::operations},
                     Field{"gb_per_s", &T::gbPerS},
                     Field{"gop_per_s", &T::gigaOperationsPerS},
                     Field{"operations_per_byte", &T::intensity},
                     Field{"share_of_roof", &T::share},
                     Field{"limit", &T::limit, NotInReport},
                     Field{"why", &T::why}};
}

/// From this share on, a kernel counts as near its peak.
inline constexpr double nearShare = 0.5;

/// The peak rate at this intensity (operations per byte), in 1e9 operations per second.
double roofAt(const PeakRates& peakRates, double intensity);
/// The ridge point: operations per byte where both peaks meet.
double ridgeOf(const PeakRates& peakRates);

/// True for kernels on the device that move or compute something; host steps and fills are left out.
bool hasRooflinePoint(const KernelReport& kernel);
/// The roofline entry of one kernel.
RooflinePoint rooflinePointOf(const KernelReport& kernel, const DeviceInfo& device, const PeakRates& peakRates);
/// The roofline entries of all kernels of a run.
std::vector<RooflinePoint> rooflineOf(const Report& report, const PeakRates& peakRates);

Json toJson(const RooflinePoint& point);

} // namespace lightbench
