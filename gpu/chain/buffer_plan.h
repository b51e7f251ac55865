// Gives every stage of a run its buffers. A buffer that a later stage does not need is handed on within the run: the
// queue is in order, so the later use waits for the earlier one.
#pragma once

#include <vector>

#include "gpu/chain/plan_runner.h"

namespace lightbench {

class BufferPlan {
public:
    struct Options {
        std::uint64_t keepBytes = 0;  ///< outputs beyond this in sum are handed on, the earliest first
        bool keepAll = false;         ///< no output is handed on
        std::uint64_t guardBytes = 0; ///< so much more than asked for is behind each output and scratch buffer
    };
    BufferPlan(BufferPool& pool, const Options& options);
    /// Assigns the buffers of a stage whose input is in `input`. Throws Error(Device) if memory is short.
    void assign(PreparedStage& stage, const DeviceBuffer& input);
    /// Never hands on what a stage made: a later one needs it.
    void pin(const DeviceBuffer& buffer) { pinned_.push_back(buffer); }
    /// Whether the contents are still there at the end of the run.
    bool isKept(const DeviceBuffer& buffer) const;

private:
    DeviceBuffer take(std::uint64_t bytes);
    void handOnOutputs(const DeviceBuffer& current);

    BufferPool& pool_;
    Options options_;
    std::vector<DeviceBuffer> spare_;
    std::vector<DeviceBuffer> pinned_;
    std::vector<DeviceBuffer> outputs_; ///< taken here and not handed on, in the order of the stages
};

} // namespace lightbench
