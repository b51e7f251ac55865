// Assigns device buffers to the stages of a run and reuses buffers that no later stage needs. That is safe because the
// queue is in order. Executor makes one assignment for each set of buffers.
#pragma once

#include <functional>
#include <vector>

#include "gpu/execution/prepared_stage.h"

namespace lightbench {

class BufferAssignment {
public:
    struct Options {
        std::uint64_t keepBytes = 0;  ///< total size of outputs to keep; beyond it the earliest are reused
        bool keepAll = false;         ///< no output is reused
        std::uint64_t guardBytes = 0; ///< extra bytes behind each output and scratch buffer, to detect overruns
    };
    using FileBuffer = std::function<DeviceBuffer(const ImagePtr& file)>;

    BufferAssignment(BufferPool& pool, const Options& options) : pool_(pool), options_(options) {}
    /// Assigns the buffers of the stages from `first` on; earlier ones have their outputs. `input` is the stack's own
    /// input, and `fileBuffer` returns the buffer of a second image from a file. Throws OutOfDeviceMemory.
    void assign(std::vector<PreparedStage>& stages, std::size_t first, const DeviceBuffer& input,
                const FileBuffer& fileBuffer);
    /// True if the contents still exist at the end of the run.
    bool isKept(const DeviceBuffer& buffer) const;

private:
    void assignOwn(PreparedStage& stage);
    DeviceBuffer take(std::uint64_t bytes);
    void reuseOutputs(const DeviceBuffer& current);

    BufferPool& pool_;
    Options options_;
    std::vector<DeviceBuffer> spare_;
    std::vector<DeviceBuffer> pinned_;  ///< needed by a later stage, so never reused
    std::vector<DeviceBuffer> outputs_; ///< outputs assigned here and not reused, in stage order
};

} // namespace lightbench
