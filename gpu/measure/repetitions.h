// Timed repetitions of a prepared chain on alternating sets of buffers, by events and by the host's clock. Measurements
// of stacks and of peak rates use it. Times are in microseconds.
#pragma once

#include <chrono>
#include <vector>

#include "gpu/chain/prepared_chain.h"

namespace lightbench {

struct RepetitionOptions {
    int repeat = 20;
    int batch = 1;         ///< runs timed together as one sample
    std::size_t first = 0; ///< the buffer set with which the warm-up begins
    bool warmSets = false; ///< all sets were used before, so one warm-up run suffices
    /// The warm-up ends when every set was used and this much time has passed.
    double warmUpMs = 100;
    /// Time limit: measuring ends early (after at least one run), and the warm-up after a quarter of it. 0: none.
    double capMs = 0;
};

/// The times of every repeat, microseconds; for a batch, per run.
struct Repetitions {
    std::vector<double> spanUs; ///< by events: first start to last end of everything
    std::vector<double> sumUs;  ///< by events: the sum of the commands' own times
    std::vector<double> wallUs; ///< on the host's clock: from before the first enqueue until everything is finished
    std::vector<std::vector<double>> stageSpanUs; ///< one row per stage
    std::vector<StageTimes> stages;
    int warmUps = 0;
    double compileMs = 0;    ///< time that drivers compiled at first launches
    std::size_t lastSet = 0; ///< the set that holds the last repeat's results
    std::vector<std::string> warnings;
};

/// `sets` are copies of one chain, each with its own buffers. Write to these buffers before, since a first access costs
/// many times a kernel. Throws cl::Error, or Error(Cancelled) under a stopped CancelScope.
Repetitions runRepetitions(DeviceSession& session, std::vector<PreparedChain>& sets, const RepetitionOptions& options,
                           ErrorContext& errorContext);

} // namespace lightbench
