// The roofline of a run: how fast each kernel worked for what it must move and compute at least, against what the
// device can do at most (Williams, Waterman and Patterson 2009); and for those far below, what holds them back.
#pragma once

#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/run/measurement.h"
#include "core/run/report.h"

namespace lightbench {

/// What the figures of a kernel point to.
enum class Limit {
    Unknown,    ///< it has no time, or there are no ceilings to compare with
    Memory,     ///< near what memory can move
    Arithmetic, ///< near what the device can compute
    Cache,      ///< above what memory can copy: data stays in a cache, or stores go past it
    Launch,     ///< so short that starting it is a large part of it
    Occupancy,  ///< too few workgroups or work-items to keep the device busy
    Traffic,    ///< it moves some times what it must at least
    Latency     ///< enough in flight, and far from both roofs: steps that wait for one another
};
/// "memory", "arithmetic", ...
std::string limitName(Limit limit);

/// Of a kernel in one run. The plan says what it must at least move and compute, the latter as an order of magnitude.
struct KernelPlace {
    int stackIndex = 0;
    std::string filter, kernel;
    double us = 0;
    std::uint64_t bytes = 0, operations = 0;
    double gbPerS = 0, gigaOperationsPerS = 0;
    double intensity = 0; ///< operations a byte; 0 without either
    double share = 0;     ///< of the roof above it: the larger of its shares of both ceilings; 0: not known
    Limit limit = Limit::Unknown;
    std::string why; ///< the limit in one clause with its figures
};

constexpr auto fields(const KernelPlace*) {
    using T = KernelPlace;
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
                     Field{"limit", &T::limit, Apart},
                     Field{"why", &T::why}};
}

/// From this share on a kernel counts as near its roof.
inline constexpr double nearShare = 0.5;

/// 1e9 operations a second that a kernel of so many operations a byte can do at most.
double roofAt(const Ceilings& ceilings, double intensity);
/// Operations a byte where both roofs meet.
double ridgeOf(const Ceilings& ceilings);

/// Whether it is a kernel on the device that moves or computes something; steps on the host and fills have no place.
bool hasPlace(const KernelReport& kernel);
/// One kernel's place.
KernelPlace placeOf(const KernelReport& kernel, const DeviceInfo& device, const Ceilings& ceilings);
/// Every kernel of a run that has a place.
std::vector<KernelPlace> rooflineOf(const Report& report, const Ceilings& ceilings);

Json toJson(const KernelPlace& place);

} // namespace lightbench
