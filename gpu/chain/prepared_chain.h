// A stack that is ready to run on a device: resolved, built, with buffers. Executor repeats it on one set of buffers or
// on several. Used from the engine's thread.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/run/report.h"
#include "core/run/stage_images.h"
#include "gpu/chain/plan_runner.h"

namespace lightbench {

/// Assigns device buffers to the stages of a run and reuses buffers that no later stage needs. That is safe because the
/// queue is in order.
class BufferPlan {
public:
    struct Options {
        std::uint64_t keepBytes = 0;  ///< total size of outputs to keep; beyond it the earliest are reused
        bool keepAll = false;         ///< no output is reused
        std::uint64_t guardBytes = 0; ///< extra bytes behind each output and scratch buffer, to detect overruns
    };
    BufferPlan(BufferPool& pool, const Options& options) : pool_(pool), options_(options) {}
    /// Assigns the buffers of a stage with the given input. Throws Error(Device) if memory is short.
    void assign(PreparedStage& stage, const DeviceBuffer& input);
    /// Excludes a buffer from reuse, because a later stage needs it.
    void pin(const DeviceBuffer& buffer) { pinned_.push_back(buffer); }
    /// True if the contents still exist at the end of the run.
    bool isKept(const DeviceBuffer& buffer) const;

private:
    DeviceBuffer take(std::uint64_t bytes);
    void handOnOutputs(const DeviceBuffer& current);

    BufferPool& pool_;
    Options options_;
    std::vector<DeviceBuffer> spare_;
    std::vector<DeviceBuffer> pinned_;
    std::vector<DeviceBuffer> outputs_; ///< outputs assigned here and not reused, in stage order
};

/// The timed commands of one pass through a chain, stage by stage.
using ChainCommands = std::vector<std::vector<TimedCommand>>;

/// A copy shares the kernels and may have its own buffers; only one of the two may run at a time.
class PreparedChain {
public:
    PreparedChain() = default;
    /// Resolves the enabled stages in order, starting from the input's shape. Throws Error like resolveStage, with
    /// `stage` set. `record` is the stack index of the stage that records; -1: none.
    PreparedChain(const Stack& stack, const ImageShape& input, const DeviceInfo& device, const StackSources& snapshot,
                  int record = -1);

    std::vector<PreparedStage> stages;

    /// The sources of second images: the chain's input, and files.
    struct Sources {
        DeviceBuffer input;
        std::function<DeviceBuffer(const ImagePtr& file)> file;
    };
    /// Assigns buffers to the stages from `first` on; the first of them reads `input`. Returns the last output. Throws
    /// Error(Device) if memory is short.
    DeviceBuffer assign(BufferPlan& buffers, const DeviceBuffer& input, const Sources& sources, std::size_t first = 0);
    /// True if a stage from `first` on uses the chain's input as its second image.
    bool readsInputAgain(std::size_t first) const;
    /// Enqueues the stages from `first` on. Throws cl::Error, or Error(Cancelled) under a stopped CancelScope.
    ChainCommands enqueue(PlanRunner& runner, std::size_t first = 0,
                          const std::function<void(const PreparedStage&)>& beforeStage = {});

private:
    void findImages(PreparedStage& stage, const StageImages& images) const;
    bool isNeededAfter(std::size_t stage) const;
};

/// Builds the kernels of a stage. If `auto` chose a workgroup that is too large for a kernel as built, a smaller one is
/// used, or a variant that has one.
void buildStage(DeviceSession& session, PreparedStage& stage, ErrorContext& errorContext);
/// Waits for the queue. Throws cl::Error with a command's own status if it failed.
void finish(DeviceSession& session, const ChainCommands& commands);
/// The report of a stage: what ran, and its times.
StageReport reportOf(const PreparedStage& stage, const StageTimes& times);
/// The compiler options of a stage's first kernel; empty if it has none.
std::string optionsOf(const DeviceSession& session, const PreparedStage& stage);
/// Downloads a buffer, such as a stage's output, as an image.
ImagePtr download(DeviceSession& session, const DeviceBuffer& buffer, const ImageShape& shape);
/// The recording of a stage; null if it does not record.
RecordingPtr recordingOf(DeviceSession& session, const PreparedStage& stage);
/// The fallback variant of a stage (Variant::fallbackVariant) as a build; nothing if it has none.
std::optional<WantedBuild> fallbackBuild(const DeviceSession& session, const PreparedStage& stage);
StageKey keyOf(const PreparedStage& stage);

} // namespace lightbench
