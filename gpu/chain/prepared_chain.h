// A stack that is ready to run on a device: resolved, built, with buffers. StackRun executes it once or a few times;
// measurements (gpu/measure/repetitions.h) repeat it on several sets of buffers. Used from the engine's thread.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/run/report.h"
#include "core/run/stage_images.h"
#include "gpu/chain/buffer_plan.h"
#include "gpu/chain/plan_runner.h"

namespace lightbench {

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
/// Downloads a buffer, such as a stage's output, as an image.
ImagePtr download(DeviceSession& session, const DeviceBuffer& buffer, const ImageShape& shape);
/// The recording of a stage; null if it does not record.
RecordingPtr recordingOf(DeviceSession& session, const PreparedStage& stage);
/// The result of an analysis; empty for other stages.
std::vector<std::uint32_t> analysisOf(DeviceSession& session, const PreparedStage& stage);
StageKey keyOf(const PreparedStage& stage);

} // namespace lightbench
