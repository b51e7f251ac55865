// What Engine::measure() and Engine::peakRates() return: the measurement of a stack, and the peak rates of a device.
// Experiments and the roofline read them. Times are in microseconds, rates in 10^9 bytes or operations per second.
#pragma once

#include <string>
#include <vector>

#include "core/base/fields.h"
#include "core/base/statistics.h"
#include "core/run/report.h"

namespace lightbench {

/// The measurement of one stack on one image. Times are microseconds, summarised over the repeats.
struct Measurement : StackResult {
    std::vector<std::string> buildOptions; ///< of each stage's first kernel
    std::vector<Summary> stageSpanUs;
    Summary spanUs; ///< by events, first start to last end of the whole stack
    Summary sumUs;  ///< by events, the sum of all kernels, fills and host steps
    Summary wallUs; ///< host time around enqueue and finish
    int repeats = 0, warmUps = 0, buffers = 0;
    std::string buildLog;        ///< compiler output for programs that this run built
    std::uint64_t bytes() const; ///< minimum traffic by the plans
    std::uint64_t operations() const;
    double gbPerS() const; ///< bytes over the median span
    /// Sums over all kernels, fills and host steps of one run: from the host's call to the device's queue, and from
    /// there to the start.
    double queuedUs() const, submitUs() const;
};

constexpr auto fields(const Measurement*) {
    using T = Measurement;
    return fields(static_cast<const StackResult*>(nullptr)) +
           FieldList{Field{"build_options", &T::buildOptions}, Field{"stage_span_us", &T::stageSpanUs, Timed},
                     Field{"span_us", &T::spanUs, Timed},      Field{"sum_us", &T::sumUs, Timed},
                     Field{"wall_us", &T::wallUs, Timed},      Field{"repeats", &T::repeats, Timed},
                     Field{"warm_ups", &T::warmUps, Timed},    Field{"buffers", &T::buffers, Timed},
                     Field{"build_log", &T::buildLog}};
}

struct PeakRate {
    double best = 0;    ///< the fastest round, by the median of its runs
    double minimum = 0; ///< the slowest round, which shows how much the machine varies
    std::string form;   ///< the fastest launch configuration
};

constexpr auto fields(const PeakRate*) {
    using T = PeakRate;
    return FieldList{Field{"best", &T::best, Timed}, Field{"least", &T::minimum, Timed}, Field{"form", &T::form}};
}

/// The peak rates of a device, measured with our own kernels. 1 GB is 1e9 bytes. Copying counts bytes read plus bytes
/// written; a multiply-add counts as two operations.
struct PeakRates {
    PeakRate readGbPerS, copyGbPerS, gigaOperationsPerS;
    PeakRate localGbPerS;    ///< reading local memory
    double launchUs = 0;     ///< of an empty kernel, from its start to its end by event profiling: the minimum
    std::uint64_t bytes = 0; ///< size of the buffer that was read; 0: nothing was measured
    int rounds = 0;
};

/// False if a rate is missing, infinite or absurd, as it follows from a driver without event times.
bool areUsable(const PeakRates& peakRates);

constexpr auto fields(const PeakRates*) {
    using T = PeakRates;
    return FieldList{Field{"read_gb_per_s", &T::readGbPerS},
                     Field{"copy_gb_per_s", &T::copyGbPerS},
                     Field{"giga_operations_per_s", &T::gigaOperationsPerS},
                     Field{"local_gb_per_s", &T::localGbPerS},
                     Field{"launch_us", &T::launchUs},
                     Field{"bytes", &T::bytes},
                     Field{"rounds", &T::rounds}};
}

} // namespace lightbench
