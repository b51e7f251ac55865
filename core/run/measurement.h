// What measuring a stack is asked and what it finds; and what a device can do at most.
#pragma once

#include <string>
#include <vector>

#include "core/base/statistics.h"
#include "core/run/report.h"

namespace lightbench {

struct MeasureOptions {
    int repeat = 20;
    int buffers = 0;          ///< sets of input, scratch and output; 0: enough to be several times larger than caches
    bool check = true;        ///< compare every stage with its reference
    double capMs = 0;         ///< measuring ends early after so much time; 0: never
    std::string buildOptions; ///< more options for the compiler, such as -cl-nv-verbose
};

/// Values only, as RunRequest.
struct MeasureRequest {
    ImagePtr image;
    Stack stack;
    int device = 0; ///< DeviceInfo::index
    MeasureOptions options;
};

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
    Verdict verdict() const { return worstVerdict(stages); }
};

struct Ceiling {
    double best = 0;  ///< the fastest round, in the median of its runs
    double least = 0; ///< the slowest round: how much the machine itself varies
    std::string form; ///< the launch that was fastest
};

/// What a device can do at most, by kernels of our own. 1 GB is 1e9 bytes. Copying counts what is read and what is
/// written. A multiply-add counts as two operations.
struct Ceilings {
    Ceiling readGbPerS, copyGbPerS, gigaOperationsPerS;
    std::uint64_t bytes = 0; ///< of the buffer that was read; 0: nothing was measured
    int rounds = 0;
};

} // namespace lightbench
