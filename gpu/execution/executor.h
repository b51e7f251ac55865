// Executes a stack on one device: resolve, build, assign buffers, repeat, check, report. Runs for display and
// measurements differ only in the options (Execution). OpenClEngine creates one per request, the peak rates one per
// kernel. Failed OpenCL calls leave as cl::Error; DeviceSession::errorContext tells what was running.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/run/engine.h"
#include "core/run/verify.h"
#include "gpu/execution/buffer_assignment.h"
#include "gpu/execution/engine_caches.h"
#include "gpu/execution/plan_runner.h"

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
    Summary spanUs() const { return summaryOf(spansUs_); }

private:
    /// The timed commands of one round through the stages, stage by stage.
    using RoundCommands = std::vector<std::vector<TimedCommand>>;
    struct Repeat {
        TimedCommand up, down;
        std::vector<RoundCommands> rounds;
        HostSpan wall;
        double compileMs = 0;
    };

    void setUp();
    void releaseIdle();
    void build();
    bool useFallback(PreparedStage& stage);
    void buildAhead();
    void findReusable();
    void assignBuffers();
    std::size_t setCount() const;
    DeviceBuffer inputBuffer();
    DeviceBuffer bufferFor(const ImagePtr& image);
    DeviceBuffer fileBuffer(const ImagePtr& file);
    std::vector<DeviceBuffer> uploadCopies(const ImagePtr& image, std::size_t count);
    void faultIn(const std::vector<PreparedStage>& set);

    int warmUp();
    Repeat repeatOnce(std::size_t firstSet, int rounds);
    RoundCommands enqueue(std::vector<PreparedStage>& set);
    void upload(TimedCommand& command);
    PinnedDownload download(TimedCommand& command);
    void takeOutput();
    void collectTimes(const Repeat& repeat);
    void collectSpans(const Repeat& repeat);
    void collectTimeline(const Repeat& repeat);

    void writeStages();
    StageReport reusedReport(std::size_t index) const;
    void writeReport();
    void check();
    StageReference stageReference(const Filter& filter, const Image& input, const ParameterValues& parameters);
    void checkStage(StackVerifier& verifier, std::size_t index, const ImagePtr& input);
    ImagePtr imageOf(const DeviceBuffer& buffer, const ImageShape& shape);
    void addHistograms();
    void rememberFiles();
    void remember();

    /// Progress: checking a stage counts as much as this many rounds.
    static constexpr int checkWeight = 4;
    std::vector<PreparedStage>& stages() { return sets_.front(); }
    std::vector<double> each(double RepeatParts::*part, double factor = 1) const;
    void note(HostWork work, int stage, const std::string& name, std::int64_t begin) {
        timeline_.outsideRepeats.add(work, stage, name, begin);
    }
    void progress(RunProgress progress, double weight);
    void begun(const PreparedStage& stage);
    void launching(const PreparedStage& stage);
    void progressOfKernels(bool isBuilding, double weight);

    DeviceSession& session_;
    const StackRequest request_;
    const RunSnapshot snapshot_;
    const Execution execution_;
    const RunMonitor monitor_;
    EngineCaches* caches_ = nullptr;
    HostLog host_; ///< of the current repeat
    PlanRunner runner_;
    RunTimeline timeline_;
    std::optional<BufferAssignment> bufferAssignment_; ///< of the last set
    std::shared_ptr<Report> report_ = std::make_shared<Report>();
    std::string buildLog_;

    std::vector<std::vector<PreparedStage>> sets_; ///< copies of the same stages, each with its own buffers
    std::vector<StageKey> keys_;
    std::vector<WantedBuild> wanted_;        ///< the builds that fallback variants replaced
    const PreparedStage* running_ = nullptr; ///< the stage that the device is at
    bool saysBuilding_ = false;              ///< the last progress of its kernels said that they are built
    std::size_t reused_ = 0;                 ///< number of leading stages that are not run
    std::vector<UploadedImage> files_;       ///< second images that this run uploads
    /// Images not uploaded yet.
    std::vector<std::pair<ImagePtr, DeviceBuffer>> uploads_;
    bool isNewImage_ = false;   ///< earlier measurements used other images
    DeviceBuffer inputBuffer_;  ///< null if no stage reads it
    DeviceBuffer outputBuffer_; ///< the last stage's output
    ImagePtr outputImage_;      ///< the output if known without a download, else null
    Image downloaded_;
    std::size_t lastSet_ = 0;       ///< the set that holds the last repeat's results
    std::vector<StageTimes> times_; ///< for stages from reused_ on
    std::vector<double> spansUs_;
    std::vector<std::vector<double>> stageSpansUs_; ///< one row per stage
    int warmUps_ = 0;
    std::vector<std::vector<std::uint32_t>> analyses_;
    std::map<const Allocation*, ImagePtr> images_;
    double done_ = 0, total_ = 1; ///< progress, in units of one stage's part of a round
};

} // namespace lightbench
