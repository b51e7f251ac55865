// Executes a stack on one device: resolve, build, assign buffers, repeat, check, report. Runs for display and
// measurements differ only in the options (Execution). OpenClEngine creates one per request, the peak rates one per
// kernel. Failed OpenCL calls leave as cl::Error; DeviceSession::errorContext tells what was running.
#pragma once

#include <optional>
#include <vector>

#include "gpu/execution/execution.h"
#include "gpu/execution/plan_runner.h"
#include "gpu/execution/run_buffers.h"

namespace lightbench {

class Executor {
public:
    /// References are used until the results are returned.
    Executor(DeviceSession& session, const StackRequest& request, const RunSnapshot& snapshot,
             const Execution& execution, const RunMonitor& monitor, EngineCaches& caches);
    /// For repeats of a stage that is built and has its buffers.
    Executor(DeviceSession& session, PreparedStage stage, const Execution& execution);
    /// Waits until the device no longer uses this executor's memory.
    ~Executor();
    Executor(const Executor&) = delete;
    Executor& operator=(const Executor&) = delete;

    ReportPtr run();
    Measurement measure();
    /// Warms up and does all repeats.
    void repeat();
    /// By events, from the first start to the last end: microseconds per round.
    Summary spanUs() const { return summaryOf(times_->spansUs()); }

private:
    // Before the repeats.
    void setUp();
    void build();
    bool useFallback(PreparedStage& stage);
    void assignBuffers();
    // Repeats.
    int warmUp();
    Repeat repeatOnce(std::size_t firstSet, int rounds);
    PinnedDownload download(TimedCommand& command);
    void addToTimeline(const Repeat& repeat);
    // After the repeats.
    void writeStages();
    StageReport reusedReport(std::size_t index) const;
    void writeReport();
    void check();
    std::vector<double> each(double RepeatParts::*part, double factor = 1) const;
    void remember();
    void buildAhead();
    void releaseIdle();
    // Progress.
    void progress(RunProgress progress, double weight);
    void begun(const PreparedStage& stage);
    void launching(const PreparedStage& stage);
    void progressOfKernels(bool isBuilding, double weight);

    std::vector<PreparedStage>& stages() { return sets_.front(); }

    DeviceSession& session_;
    RunContext run_;
    const RunMonitor monitor_;
    HostLog host_; ///< of the current repeat
    PlanRunner runner_;
    RunBuffers buffers_;
    StageSets sets_;
    std::size_t lastSet_ = 0; ///< the set that holds the last repeat's results
    std::size_t reused_ = 0;  ///< number of leading stages that are not run
    std::vector<StageKey> keys_;
    std::vector<WantedBuild> wanted_; ///< the builds that fallback variants replaced
    std::string buildLog_;
    DeviceBuffer outputBuffer_; ///< the last stage's output
    ImagePtr outputImage_;      ///< the output if known without a download, else null
    Image downloaded_;
    std::vector<std::vector<std::uint32_t>> analyses_;
    std::optional<RunTimes> times_; ///< for stages from reused_ on
    int warmUps_ = 0;
    const PreparedStage* running_ = nullptr; ///< the stage that the device is at
    bool saysBuilding_ = false;              ///< the last progress of its kernels said that they are built
    double done_ = 0, total_ = 1;            ///< progress, in units of one stage's part of a round
};

} // namespace lightbench
