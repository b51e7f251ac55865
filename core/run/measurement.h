// What measuring a stack is asked and what it finds; and what a device can do at most.
#pragma once

#include <string>
#include <vector>

#include "core/base/fields.h"
#include "core/base/statistics.h"
#include "core/filter/kernel_library.h"
#include "core/run/report.h"

namespace lightbench {

struct MeasureOptions {
    int repeat = 20;   ///< samples
    int batch = 1;     ///< runs of a sample, one behind the other without a wait; its times are those of one run
    int buffers = 0;   ///< sets of input, scratch and output; 0: enough to be several times larger than caches
    bool check = true; ///< compare every stage with its reference
    double capMs = 0;  ///< measuring ends early after so much time; 0: never
    /// A sample of what was measured just before on as many buffers: one run warms up. Otherwise the warm-up takes
    /// 100 ms at least and uses all buffers.
    bool again = false;
    std::string buildOptions; ///< more options for the compiler, such as -cl-nv-verbose
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

/// Values only, as RunRequest.
struct MeasureRequest {
    ImagePtr image;
    Stack stack;
    int device = 0; ///< DeviceInfo::index
    MeasureOptions options;
    FilterCatalog filters{}; ///< of the stack
    KernelLibrary kernels{}; ///< its layers lie over those of Engine::kernels
};

constexpr auto fields(const MeasureRequest*) {
    using T = MeasureRequest;
    return FieldList{Field{"image", &T::image, Apart},     Field{"stack", &T::stack},
                     Field{"device", &T::device},          Field{"options", &T::options},
                     Field{"filters", &T::filters, Apart}, Field{"kernels", &T::kernels, Apart}};
}

/// One stack on one image. Times are microseconds over the repeats.
struct Measurement {
    std::vector<StageReport> stages;       ///< as the engine reports them, with the differences if checked
    std::vector<std::string> buildOptions; ///< of each stage's first kernel
    std::vector<Summary> stageSpanUs;
    Summary spanUs; ///< by events, first start to last end of the whole stack
    Summary sumUs;  ///< by events, all kernels, fills and host steps added up
    Summary wallUs; ///< by the clock around enqueue and finish
    int repeats = 0, warmUps = 0, buffers = 0;
    double buildMs = 0;
    std::string buildLog; ///< what the compiler said of programs that this run built
    std::vector<std::string> warnings;
    std::uint64_t bytes() const; ///< what the plans say must be moved
    std::uint64_t operations() const;
    double gbPerS() const; ///< bytes over the median span
    /// Of one run, all kernels, fills and host steps added up: from the host's call to the device's queue, and from
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
    double best = 0;  ///< the fastest round, in the median of its runs
    double least = 0; ///< the slowest round: how much the machine itself varies
    std::string form; ///< the launch that was fastest
};

constexpr auto fields(const Ceiling*) {
    using T = Ceiling;
    return FieldList{Field{"best", &T::best, Timed}, Field{"least", &T::least, Timed}, Field{"form", &T::form}};
}

/// What a device can do at most, by kernels of our own. 1 GB is 1e9 bytes. Copying counts what is read and what is
/// written. A multiply-add counts as two operations.
struct Ceilings {
    Ceiling readGbPerS, copyGbPerS, gigaOperationsPerS;
    Ceiling localGbPerS;     ///< reading local memory
    double launchUs = 0;     ///< of a kernel that does nothing, from its start to its end by event profiling: the least
    std::uint64_t bytes = 0; ///< of the buffer that was read; 0: nothing was measured
    int rounds = 0;
};

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
