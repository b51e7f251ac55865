// What Engine::measure() and Engine::ceilings() take and return: the request to measure a stack, its result, and the
// peak rates of a device. Experiments and the roofline read them. Times are in microseconds, rates in 10^9 bytes or
// operations per second.
#pragma once

#include <string>
#include <vector>

#include "core/base/fields.h"
#include "core/base/statistics.h"
#include "core/framework/kernel_library.h"
#include "core/run/report.h"

namespace lightbench {

struct MeasureOptions {
    int repeat = 20;   ///< samples
    int batch = 1;     ///< runs per sample, enqueued without waiting; times are per run
    int buffers = 0;   ///< sets of input, scratch and output; 0: enough to exceed the caches several times
    bool check = true; ///< compare every stage with its reference
    double capMs = 0;  ///< time limit for measuring; 0: none
    /// Another sample of what was measured just before, on as many buffers: one warm-up run suffices. Otherwise the
    /// warm-up takes at least 100 ms and touches all buffers.
    bool again = false;
    std::string buildOptions; ///< additional compiler options, such as -cl-nv-verbose
};

constexpr auto fields(const MeasureOptions*) {
    using T = MeasureOptions;
    return FieldList{Field{"repeat", &T::repeat},
                     Field{"batch", &T::batch},
                     Field{"buffers", &T::buffers},
                     Field{"check", &T::check},
                     Field{"cap_ms", &T::capMs},
                     Field{"again", &T::again},
                     Field{"build_options", &T::buildOptions}};
}

/// A plain value, like RunRequest.
struct MeasureRequest {
    ImagePtr image;
    Stack stack;
    int device = 0; ///< DeviceInfo::index
    MeasureOptions options;
    FilterCatalog filters{}; ///< the catalog that the stack refers to
    KernelLibrary kernels{}; ///< its layers override those of Engine::kernels
};

constexpr auto fields(const MeasureRequest*) {
    using T = MeasureRequest;
    return FieldList{Field{"image", &T::image, Excluded},
                     Field{"stack", &T::stack},
                     Field{"device", &T::device},
                     Field{"options", &T::options},
                     Field{"filters", &T::filters, Excluded},
                     Field{"kernels", &T::kernels, Excluded}};
}

/// The measurement of one stack on one image. Times are microseconds, summarised over the repeats.
struct Measurement {
    std::vector<StageReport> stages;       ///< as the engine reports them, with differences if checked
    std::vector<std::string> buildOptions; ///< of each stage's first kernel
    std::vector<Summary> stageSpanUs;
    Summary spanUs; ///< by events, first start to last end of the whole stack
    Summary sumUs;  ///< by events, the sum of all kernels, fills and host steps
    Summary wallUs; ///< host time around enqueue and finish
    int repeats = 0, warmUps = 0, buffers = 0;
    double buildMs = 0;
    std::string buildLog; ///< compiler output for programs that this run built
    std::vector<std::string> warnings;
    std::uint64_t bytes() const; ///< minimum traffic by the plans
    std::uint64_t operations() const;
    double gbPerS() const; ///< bytes over the median span
    /// Sums over all kernels, fills and host steps of one run: from the host's call to the device's queue, and from
    /// there to the start.
    double queuedUs() const, submitUs() const;
    Verdict verdict() const { return worstVerdict(stages); }
};

constexpr auto fields(const Measurement*) {
    using T = Measurement;
    return FieldList{Field{"stages", &T::stages},
                     Field{"build_options", &T::buildOptions},
                     Field{"stage_span_us", &T::stageSpanUs, Timed},
                     Field{"span_us", &T::spanUs, Timed},
                     Field{"sum_us", &T::sumUs, Timed},
                     Field{"wall_us", &T::wallUs, Timed},
                     Field{"repeats", &T::repeats, Timed},
                     Field{"warm_ups", &T::warmUps, Timed},
                     Field{"buffers", &T::buffers, Timed},
                     Field{"build_ms", &T::buildMs, Timed},
                     Field{"build_log", &T::buildLog},
                     Field{"warnings", &T::warnings}};
}

struct Ceiling {
    double best = 0;    ///< the fastest round, by the median of its runs
    double minimum = 0; ///< the slowest round, which shows how much the machine varies
    std::string form;   ///< the fastest launch configuration
};

constexpr auto fields(const Ceiling*) {
    using T = Ceiling;
    return FieldList{Field{"best", &T::best, Timed}, Field{"least", &T::minimum, Timed}, Field{"form", &T::form}};
}

/// The peak rates of a device, measured with our own kernels. 1 GB is 1e9 bytes. Copying counts bytes read plus bytes
/// written; a multiply-add counts as two operations.
struct Ceilings {
    Ceiling readGbPerS, copyGbPerS, gigaOperationsPerS;
    Ceiling localGbPerS;     ///< reading local memory
    double launchUs = 0;     ///< of an empty kernel, from its start to its end by event profiling: the minimum
    std::uint64_t bytes = 0; ///< size of the buffer that was read; 0: nothing was measured
    int rounds = 0;
};

/// False if a rate is missing, infinite or absurd, as it follows from a driver without event times.
bool areUsable(const Ceilings& ceilings);

constexpr auto fields(const Ceilings*) {
    using T = Ceilings;
    return FieldList{Field{"read_gb_per_s", &T::readGbPerS},
                     Field{"copy_gb_per_s", &T::copyGbPerS},
                     Field{"giga_operations_per_s", &T::gigaOperationsPerS},
                     Field{"local_gb_per_s", &T::localGbPerS},
                     Field{"launch_us", &T::launchUs},
                     Field{"bytes", &T::bytes},
                     Field{"rounds", &T::rounds}};
}

} // namespace lightbench
