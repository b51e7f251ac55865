// Assigns device buffers to the stages of a run and reuses buffers that no later stage needs. That is safe because the
// queue is in order. Only PreparedChain uses it.
#pragma once

#include <vector>

#include "gpu/chain/plan_runner.h"

namespace lightbench {

class BufferPlan {
public:
    struct Options {
        std::uint64_t keepBytes = 0;  ///< total size of outputs to keep; beyond it the earliest are reused
        bool keepAll = false;         ///< no output is reused
        std::uint64_t guardBytes = 0; ///< extra bytes behind each output and scratch buffer, to detect overruns
    };
    BufferPlan(BufferPool& pool, const Options& options);
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

} // namespace lightbench
