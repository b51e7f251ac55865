// Transfers images to and from discrete devices through pinned memory in parts: host cores copy one part while the bus
// moves the previous one. A DeviceSession owns one; it is used from the engine's thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "core/device/device.h"
#include "gpu/driver/opencl.h"
#include "gpu/execution/timing.h"

namespace lightbench {

/// Helper threads for large copies, since a single core copies more slowly than the bus transfers. The caller never
/// waits for a helper that has not started: if the processors are busy (with other images' files, for example), it
/// copies everything itself. A parallel loop that joins all its threads would wait for the scheduler at each part. One
/// copy at a time.
class CopyThreadPool {
public:
    CopyThreadPool() = default;
    ~CopyThreadPool();
    CopyThreadPool(const CopyThreadPool&) = delete;
    CopyThreadPool& operator=(const CopyThreadPool&) = delete;
    /// Returns when everything is copied.
    void copy(std::byte* to, const std::byte* from, std::size_t bytes);

private:
    struct Job;
    void call();
    void help();
    unsigned awaitNews(unsigned seen) const;

    std::mutex mutex_;
    std::shared_ptr<Job> job_;          ///< guarded by mutex_; null: the helpers exit
    std::atomic<unsigned> number_ = 0;  ///< number of jobs so far
    std::vector<std::jthread> helpers_; ///< started at the first copy
};

/// An enqueued download. Without finish() it fills nothing, and the queue must be finished before its memory is reused.
class PinnedDownload {
public:
    PinnedDownload() = default;
    PinnedDownload(const std::byte* memory, std::span<std::byte> target, CopyThreadPool& pool)
        : memory_(memory), target_(target), pool_(&pool) {}
    /// Waits for the parts in order and copies each to its target while the bus moves the next.
    void finish();

private:
    friend class PinnedTransfer;
    const std::byte* memory_ = nullptr;
    std::span<std::byte> target_;
    CopyThreadPool* pool_ = nullptr;
    std::vector<cl::Event> parts_;
};

/// One transfer at a time. A driver may pin memory that it allocates for the host (CL_MEM_ALLOC_HOST_PTR, OpenCL 1.2,
/// section 5.2.1). For other memory it copies the parts itself, sequentially.
class PinnedTransfer {
public:
    PinnedTransfer(cl::Context context, cl::CommandQueue queue, const DeviceInfo& info);
    PinnedTransfer(const PinnedTransfer&) = delete;
    PinnedTransfer& operator=(const PinnedTransfer&) = delete;
    ~PinnedTransfer();

    /// False for small and very large transfers, which use the driver's own path: each part costs a command, and pinned
    /// memory is scarce. Also false for devices that share the host's memory.
    bool serves(std::uint64_t bytes) const;
    /// Enqueues the upload; `from` may change after the call returns. Only if serves() is true. Throws cl::Error.
    void upload(const cl::Buffer& to, std::span<const std::byte> from, TimedCommand& command);
    /// Enqueues the download. finish() of the result fills `to`.
    PinnedDownload download(const cl::Buffer& from, std::span<std::byte> to, TimedCommand& command);

private:
    std::byte* pinned(std::uint64_t bytes);
    void release();

    cl::Context context_;
    cl::CommandQueue queue_;
    bool hasOwnMemory_;
    cl::Buffer buffer_;
    std::byte* memory_ = nullptr;
    std::uint64_t capacity_ = 0;
    CopyThreadPool pool_;
};

} // namespace lightbench
