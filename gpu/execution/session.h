// Everything that is kept for one device between runs: context, queue, programs, buffers and caches. The engine owns
// one per device and uses it from its thread; BuildAhead has its own thread.
#pragma once

#include "gpu/driver/cl_error.h"
#include "gpu/execution/buffer_pool.h"
#include "gpu/execution/build_ahead.h"
#include "gpu/execution/pinned_transfer.h"
#include "gpu/execution/reuse_cache.h"
#include "gpu/programs/program_cache.h"

#include <set>
#include <string>

namespace lightbench {

/// An image and the buffers that it was uploaded to, for measurements and second images.
struct UploadedImage {
    ImagePtr image;
    std::vector<DeviceBuffer> buffers;
};

/// Discarded as a whole if an OpenCL call fails, because a context may be unusable after an error.
struct DeviceSession {
    DeviceSession(const DeviceInfo& deviceInfo, const cl::Device& handle, const ProgramRewriter& rewritten)
        : info(deviceInfo), device(handle), context(handle), queue(context, handle, CL_QUEUE_PROFILING_ENABLE),
          programs(context, handle, info, rewritten), buffers(context, queue, info), transfer(context, queue, info),
          ahead(context, handle, info, programs) {}
    DeviceSession(const DeviceSession&) = delete;
    DeviceSession& operator=(const DeviceSession&) = delete;
    /// Frees everything that is kept only for the next run or measurement. False if there was nothing.
    bool releaseKept() {
        const bool keptSomething = chain.image != nullptr || !inputs.empty() || !files.empty();
        chain.clear();
        inputs.clear();
        files.clear();
        buffers.releaseIdle();
        return keptSomething;
    }

    DeviceInfo info;
    ErrorContext errorContext; ///< what the engine's thread does with the device now
    cl::Device device;
    cl::Context context;
    cl::CommandQueue queue; ///< in order
    ProgramCache programs;
    BufferPool buffers;                ///< reused between stages and runs
    PinnedTransfer transfer;           ///< for large images, if the device has its own memory
    CachedStack chain;                 ///< the stage results of the last run
    std::vector<UploadedImage> inputs; ///< the images measured last
    std::vector<UploadedImage> files;  ///< the second images of the last run, one buffer each
    /// The buffer set for the next measurement, so that no measurement finds its own data in caches.
    std::size_t nextSet = 0;
    std::set<std::string> builtFamilies; ///< families of programs built at least once; Executor::useFallback reads it
    BuildAhead ahead;                    ///< last member, so that it is destroyed first
};

} // namespace lightbench
