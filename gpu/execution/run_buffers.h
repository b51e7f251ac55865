// Gives the stages of a run their buffers, and uploads images to them. Buffers that no later stage needs are used
// again, which is safe because the queue is in order. Executor has one.
#pragma once

#include <utility>
#include <vector>

#include "gpu/execution/execution.h"

namespace lightbench {

class RunBuffers {
public:
    explicit RunBuffers(RunContext& run) : run_(run) {}
    /// Assigns the buffers of the stages from `first` on; earlier ones take those of the last run. A measurement gets
    /// as many sets as it wants. Throws OutOfDeviceMemory.
    void assign(StageSets& sets, std::size_t first);
    /// Enqueues the uploads of a repeat.
    void upload(TimedCommand& command, HostLog& log);
    std::uint64_t uploadedBytes() const;
    /// The buffer of the stack's input; null if no stage reads it.
    const DeviceBuffer& input() const { return input_; }
    /// True if the contents of a stage's output still exist at the end of the run.
    bool isKept(const DeviceBuffer& output) const;
    /// True if earlier measurements used other images.
    bool hasNewImage() const { return hasNewImage_; }
    /// Keeps the second images of this stack, which have been uploaded, for the next run.
    void rememberFiles();

private:
    DeviceBuffer inputFor(const std::vector<PreparedStage>& stages, std::size_t first);
    DeviceBuffer bufferFor(const ImagePtr& image);
    DeviceBuffer fileBuffer(const ImagePtr& file);
    std::vector<DeviceBuffer> uploadCopies(const ImagePtr& image, std::size_t count);
    std::size_t setCount(const std::vector<PreparedStage>& stages) const;
    void assignOwn(PreparedStage& stage);
    DeviceBuffer take(std::uint64_t bytes);
    void reuseOutputs(const DeviceBuffer& current);
    void faultIn(const std::vector<PreparedStage>& set);

    RunContext& run_;
    DeviceBuffer input_;
    std::vector<UploadedImage> files_;                       ///< second images that this run uploads
    std::vector<std::pair<ImagePtr, DeviceBuffer>> uploads_; ///< for each repeat
    bool hasNewImage_ = false;
    // Of the set that is assigned.
    std::vector<DeviceBuffer> spare_;
    std::vector<DeviceBuffer> pinned_;  ///< needed by a later stage, so never used again
    std::vector<DeviceBuffer> outputs_; ///< outputs assigned here and not used again, in stage order
};

} // namespace lightbench
