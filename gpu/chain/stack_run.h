// One run of a stack on one device: resolve, build, assign buffers, run, check, report. OpenClEngine creates one per
// request. Failed OpenCL calls leave as cl::Error; ErrorContext tells what was running.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "core/run/engine.h"
#include "core/run/verify.h"
#include "gpu/chain/engine_settings.h"
#include "gpu/chain/histogram_cache.h"
#include "gpu/chain/prepared_chain.h"
#include "gpu/chain/run_timeline.h"

namespace lightbench {

class StackRun {
public:
    /// `errorContext` records the current activity and must outlive the run, so that the handler of a cl::Error can
    /// report it.
    StackRun(DeviceSession& session, const RunRequest& request, const RunMonitor& monitor,
             const EngineSettings& settings, HistogramCache& histograms, ErrorContext& errorContext);
    /// Waits until the device no longer uses this run's memory.
    ~StackRun();
    ReportPtr run();

private:
    void prepare();
    void findReusable();
    void buildAll();
    void buildStageOf(PreparedStage& stage);
    bool useFallback(PreparedStage& stage);
    void buildAhead();
    void assignBuffers();
    DeviceBuffer inputBuffer();
    DeviceBuffer bufferFor(const ImagePtr& image);
    DeviceBuffer fileBuffer(const ImagePtr& file);
    void rememberFiles();
    void measure();
    void runOnce(bool counted);
    void upload(TimedCommand& command);
    void uploadTo(const DeviceBuffer& buffer, const Image& image, TimedCommand& command);
    PinnedDownload download(TimedCommand& command);
    void record(const TimedCommand& up, const ChainCommands& commands, const TimedCommand& down, HostSpan wall,
                double compileMs);
    void recordTimeline(const TimedCommand& up, const ChainCommands& commands, const TimedCommand& down, HostSpan wall);

    void writeReport();
    StageReport reusedReport(std::size_t index) const;
    void writeTimes();
    void check();
    ImagePtr imageOf(const DeviceBuffer& buffer, const ImageShape& shape);
    void checkStage(ChainVerifier& verifier, std::size_t index, const ImagePtr& input);
    void addHistograms();
    void remember();

    /// Progress: checking a stage counts as much as this many passes over the image.
    static constexpr int checkWeight = 4;
    bool needsInput() const { return reusedStages_ == 0 || chain_.readsInputAgain(reusedStages_); }
    void step(const std::string& activity, int stackIndex, double weight, bool checking = false);
    void report(RunProgress progress, double weight);

    DeviceSession& session_;
    const RunRequest& request_;
    const RunMonitor& monitor_;
    StackSources sources_;
    const bool mayReuse_; ///< whether results of the previous run may be reused
    const std::string buildOptions_;
    HistogramCache& histograms_;
    ErrorContext& errorContext_;
    HostLog host_; ///< of the current repeat
    PlanRunner runner_;
    RunTimeline timeline_;
    BufferPlan bufferPlan_;
    std::shared_ptr<Report> report_ = std::make_shared<Report>();

    PreparedChain chain_;
    std::vector<StageKey> keys_;
    std::vector<WantedBuild> wanted_; ///< the builds that fallback variants replaced
    std::size_t reusedStages_ = 0;    ///< number of leading stages that are not run
    std::vector<FilledInputs> files_; ///< second images that this run uploads
    /// Images not uploaded yet.
    std::vector<std::pair<ImagePtr, DeviceBuffer>> uploads_;
    DeviceBuffer inputBuffer_,
        lastOutputBuffer_; ///< the input buffer (null if no stage reads it), and the last stage's output
    ImagePtr outputImage_; ///< the output if known without a download, else null
    Image downloaded_;
    std::vector<StageTimes> times_; ///< for stages from reusedStages_ on
    std::vector<std::vector<std::uint32_t>> analyses_;
    std::map<const Allocation*, ImagePtr> images_;
    double done_ = 0, total_ = 1; ///< progress, in units of one stage's pass over the image
};

} // namespace lightbench
