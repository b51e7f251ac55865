// One run of a stack on one device: resolve, build, assign buffers, measure, check, report.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "core/run/engine.h"
#include "core/run/verify.h"
#include "gpu/chain/histogram_cache.h"
#include "gpu/chain/prepared_chain.h"
#include "gpu/chain/run_timeline.h"
#include "gpu/opencl_engine.h"

namespace lightbench {

class StackRun {
public:
    /// `place` says where the run is; it outlives the run, so that whoever catches a cl::Error can tell.
    StackRun(DeviceSession& session, const RunRequest& request, const RunMonitor& monitor,
             const EngineSettings& settings, HistogramCache& histograms, RunPlace& place);
    /// Waits until the device no longer touches this run's memory.
    ~StackRun();
    ReportPtr run();

private:
    void prepare();
    void findReusable();
    void buildAll();
    void buildStageOf(PreparedStage& stage);
    bool takeStandIn(PreparedStage& stage);
    void buildAhead();
    void assignBuffers();
    DeviceBuffer inputBuffer();
    DeviceBuffer bufferFor(const ImagePtr& image);
    DeviceBuffer fileBuffer(const ImagePtr& file);
    void rememberFiles();
    void measure();
    void runOnce(bool counted);
    void upload(Mark& mark);
    void uploadTo(const DeviceBuffer& buffer, const Image& image, Mark& mark);
    PinnedDownload download(Mark& mark);
    void record(const Mark& up, const ChainMarks& marks, const Mark& down, HostSpan wall, double compileMs);
    void recordTimeline(const Mark& up, const ChainMarks& marks, const Mark& down, HostSpan wall);

    void writeReport();
    StageReport reusedReport(std::size_t index) const;
    void writeTimes();
    void check();
    ImagePtr imageOf(const DeviceBuffer& buffer, const ImageShape& shape);
    void checkStage(ChainVerifier& verifier, std::size_t index, const ImagePtr& input);
    void addHistograms();
    void remember();

    bool needsInput() const { return reused_ == 0 || chain_.readsInputAgain(reused_); }
    void step(const std::string& activity, int stackIndex, double weight, bool checking = false);

    DeviceSession& session_;
    const RunRequest& request_;
    const RunMonitor& monitor_;
    StackSources sources_;
    const bool reuses_; ///< what the run before did
    const std::string buildOptions_;
    HistogramCache& histograms_;
    RunPlace& place_;
    HostLog host_; ///< of the repeat that runs
    PlanRunner runner_;
    RunTimeline timeline_;
    BufferPlan bufferPlan_;
    std::shared_ptr<Report> report_ = std::make_shared<Report>();

    PreparedChain chain_;
    std::vector<StageKey> keys_;
    std::vector<WantedBuild> wanted_; ///< what stand-ins ran for
    std::size_t reused_ = 0;          ///< that many leading stages are not run
    std::vector<FilledInputs> files_; ///< second images that this run brings to the device
    /// What is not on the device yet.
    std::vector<std::pair<ImagePtr, DeviceBuffer>> uploads_;
    DeviceBuffer input_, last_; ///< the input's (null if no stage reads it) and the last stage's
    ImagePtr output_;           ///< known without a download, or null
    Image downloaded_;
    std::vector<StageTimes> times_; ///< of stages from reused_ on
    std::vector<std::vector<std::uint32_t>> analyses_;
    std::map<const Allocation*, ImagePtr> images_;
    double done_ = 0, total_ = 1; ///< of the progress, in units of a stage's pass over the image
};

} // namespace lightbench
