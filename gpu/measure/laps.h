// A prepared chain run again and again on buffers that are changed between the runs, and what their events and the
// clock say.
#pragma once

#include <chrono>
#include <vector>

#include "gpu/chain/prepared_chain.h"

namespace lightbench {

struct LapOptions {
    int repeat = 20;
    int batch = 1;         ///< runs that are timed as one
    std::size_t first = 0; ///< the set that the warm-up begins with
    bool warmSets = false; ///< all sets were used before: one run warms up
    /// The warm-up ends when every set was used, and this much time was spent.
    double warmUpMs = 100;
    /// Measuring ends early (after one run at least) when so much time was spent, the warm-up after a quarter of it.
    /// 0: never.
    double capMs = 0;
};

/// Times of every repeat, microseconds; of a batch the share of one run.
struct Laps {
    std::vector<double> spanUs;                   ///< by events: first start to last end of everything
    std::vector<double> sumUs;                    ///< by events: the commands' own times added up
    std::vector<double> wallUs;                   ///< by the clock: from before the first enqueue until all is finished
    std::vector<std::vector<double>> stageSpanUs; ///< one row for each stage
    std::vector<StageTimes> stages;
    int warmUps = 0;
    double compileMs = 0;    ///< that drivers compiled at first launches
    std::size_t lastSet = 0; ///< the set that holds the last repeat's results
    std::vector<std::string> warnings;
};

/// `sets`: one chain, each with a whole set of buffers of its own, in memory that was written to before: the first
/// touch costs many times a kernel. Throws cl::Error, or Error(Cancelled) under a stopped CancelScope.
Laps runLaps(DeviceSession& session, std::vector<PreparedChain>& sets, const LapOptions& options, RunPlace& place);

} // namespace lightbench
