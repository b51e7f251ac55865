// Everything that one device holds between runs.
#pragma once

#include "gpu/chain/buffer_pool.h"
#include "gpu/chain/pinned_transfer.h"
#include "gpu/chain/reuse_cache.h"
#include "gpu/programs/build_ahead.h"
#include "gpu/programs/program_cache.h"

#include <set>
#include <string>

namespace lightbench {

/// An image in several buffers, as measuring fills them.
struct FilledInputs {
    ImagePtr image;
    std::vector<DeviceBuffer> buffers;
};

/// Given up as a whole when an OpenCL call fails: after some errors a context answers nothing any more.
struct DeviceSession {
    DeviceSession(const DeviceInfo& deviceInfo, const cl::Device& handle, const ProgramRewriter& rewritten)
        : info(deviceInfo), device(handle), context(handle), queue(context, handle, CL_QUEUE_PROFILING_ENABLE),
          programs(context, handle, info, rewritten), buffers(context, queue, info), transfer(context, queue, info),
          ahead(context, handle, info, programs) {}
    DeviceSession(const DeviceSession&) = delete;
    DeviceSession& operator=(const DeviceSession&) = delete;
    /// Lets go what is kept for the next run or measurement alone. False if there was nothing.
    bool releaseKept() {
        const bool keptSomething = chain.image != nullptr || !inputs.empty() || !files.empty();
        chain.clear();
        inputs.clear();
        files.clear();
        buffers.releaseIdle();
        return keptSomething;
    }

    DeviceInfo info;
    cl::Device device;
    cl::Context context;
    cl::CommandQueue queue; ///< in order
    ProgramCache programs;
    BufferPool buffers;
    PinnedTransfer transfer;
    CachedChain chain;
    std::vector<FilledInputs> inputs;    ///< of the images that were measured last
    std::vector<FilledInputs> files;     ///< of the second images of the last run, one buffer each
    std::size_t nextSet = 0;             ///< of buffers, for the next measurement: none finds its own in caches
    std::set<std::string> builtFamilies; ///< what was built at least once (stack_run.cpp)
    BuildAhead ahead;                    ///< last, so that it ends first
};

} // namespace lightbench
