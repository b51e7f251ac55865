// A stack made ready on a device: resolved, built, with buffers. What showing runs once or a few times, and measuring
// again and again on several sets of buffers, is this one chain.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/run/report.h"
#include "core/run/stack_images.h"
#include "gpu/chain/buffer_plan.h"
#include "gpu/chain/plan_runner.h"

namespace lightbench {

/// What the commands of one pass through a chain did, stage by stage.
using ChainMarks = std::vector<std::vector<Mark>>;

/// A copy shares the kernels and may have buffers of its own: one of the two runs at a time.
class PreparedChain {
public:
    PreparedChain() = default;
    /// The enabled stages, resolved one after another from the input's shape. Throws Error as resolveStage does, with
    /// `stage` set. `record`: the stage that is to record, by its index in the stack; -1: none.
    PreparedChain(const Stack& stack, const ImageShape& input, const DeviceInfo& device, const StackSources& from,
                  int record = -1);

    std::vector<PreparedStage> stages;

    /// Where second images lie: that which goes into the chain, and files.
    struct Sources {
        DeviceBuffer input;
        std::function<DeviceBuffer(const ImagePtr& file)> file;
    };
    /// Gives the stages from `first` on buffers, the first of them reading `input`. Gives the last output. Throws
    /// Error(Device) if memory is short.
    DeviceBuffer assign(BufferPlan& buffers, const DeviceBuffer& input, const Sources& sources, std::size_t first = 0);
    /// Whether a stage from `first` on has what goes into the chain as its second image.
    bool readsInputAgain(std::size_t first) const;
    /// Puts the stages from `first` on the queue; `begins` is called before each. Throws cl::Error, or Error(Cancelled)
    /// under a stopped CancelScope.
    ChainMarks enqueue(PlanRunner& runner, std::size_t first = 0,
                       const std::function<void(const PreparedStage&)>& begins = {});

private:
    void findImages(PreparedStage& stage, const StackImages& images) const;
    bool isNeededAfter(std::size_t stage) const;
};

/// Builds the kernels, with more options for the compiler where they are given. Where `workgroup=auto` chose a size
/// that is too large for a kernel as built, takes a smaller one.
void buildStage(DeviceSession& session, PreparedStage& stage, RunPlace& place);
/// Waits for all that is on the queue. Throws cl::Error with a command's own status if it failed.
void finish(DeviceSession& session, const ChainMarks& marks);
/// What ran, and its times.
StageReport reportOf(const PreparedStage& stage, const StageTimes& times);
/// The contents of a buffer, of a stage's output for instance.
ImagePtr download(DeviceSession& session, const DeviceBuffer& buffer, const ImageShape& shape);
/// Null for a stage that does not record.
RecordingPtr recordingOf(DeviceSession& session, const PreparedStage& stage);
/// The words of an analysis; empty for other stages.
std::vector<std::uint32_t> analysisOf(DeviceSession& session, const PreparedStage& stage);
StageKey keyOf(const PreparedStage& stage);

} // namespace lightbench
