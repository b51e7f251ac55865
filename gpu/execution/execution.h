// What a run or a measurement does (Execution), and what the parts of the code that carries it out share (RunContext).
// OpenClEngine makes an Execution for each request, and Executor the context.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/run/engine.h"
#include "gpu/execution/engine_caches.h"
#include "gpu/execution/run_timeline.h"
#include "gpu/execution/session.h"

namespace lightbench {

/// The options of a run, and what a measurement does otherwise.
struct Execution : RunOptions {
    /// Every repeat uploads the input and downloads the result, and has a timeline. Without it, only the passes are
    /// repeated.
    bool transfers = true;
    int runsPerRepeat = 1; ///< rounds through the stages that are timed together as one repeat
    /// Sets of buffers that the rounds alternate on; 0: enough to exceed the caches several times. Only without
    /// transfers.
    int sets = 1;
    /// A warm-up uses every set and lasts at least so long; 0: it is one round. RunOptions::warmUp says whether there
    /// is one.
    double warmUpMs = 0;
    /// Time limit: measuring ends early (after at least one repeat), and the warm-up after a quarter of it. 0: none.
    double capMs = 0;
    std::string buildOptions{}; ///< additional compiler options
    bool poison = false;        ///< see PlanRunner::Options
};

/// Copies of the same stages, each with its own buffers. Rounds alternate on them, so that no round of a measurement
/// finds its input in a cache. A run has one.
using StageSets = std::vector<std::vector<PreparedStage>>;

struct RunContext {
    DeviceSession& session;
    const Execution execution;
    const StackRequest request{};
    const RunSnapshot snapshot{};
    EngineCaches* caches = nullptr;
    std::shared_ptr<Report> report = std::make_shared<Report>();
    RunTimeline timeline{};
    /// Reports a step that takes so much of the whole, in units of one stage's part of a round.
    std::function<void(RunProgress step, double weight)> progress{};

    /// Notes work of the host outside of the repeats.
    void note(HostWork work, int stage, const std::string& name, std::int64_t begin) {
        timeline.outsideRepeats.add(work, stage, name, begin);
    }
    bool sharesMemory() const { return session.info.type == DeviceType::Cpu; }
};

} // namespace lightbench
