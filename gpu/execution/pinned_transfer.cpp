// Divides a transfer into parts: host threads copy one part while the bus moves another. A copy is divided into slices;
// each awake thread takes the next one.
#include "gpu/execution/pinned_transfer.h"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace lightbench {

namespace {
constexpr std::size_t sliceBytes = 256 << 10;
constexpr unsigned maxHelpers = 3; // four threads copy as fast as a bus of 50 GB/s
/// Threads spin this long, because the next part of a transfer comes sooner than a sleeping thread wakes.
constexpr std::chrono::microseconds spinTime{200};

constexpr std::size_t partBytes = 4 << 20; // 80 us at 50 GB/s, much more than a command costs
constexpr std::uint64_t minimum = 1 << 20, maximum = 256 << 20;

/// Calls f(offset, bytes) for each part.
template <class F> void forEachPart(std::size_t bytes, const F& f) {
    for (std::size_t offset = 0; offset < bytes; offset += partBytes)
        f(offset, std::min(partBytes, bytes - offset));
}
} // namespace

struct CopyThreadPool::Job {
    Job(std::byte* target, const std::byte* source, std::size_t size)
        : to(target), from(source), bytes(size), slices((size + sliceBytes - 1) / sliceBytes) {}
    std::byte* const to;
    const std::byte* const from;
    const std::size_t bytes, slices;
    std::atomic<std::size_t> next = 0, done = 0;

    /// Touches memory only between taking a slice and counting it as done, so that the copy may return then.
    void work() {
        for (std::size_t i = next++; i < slices; i = next++) {
            const std::size_t begin = i * sliceBytes;
            std::memcpy(to + begin, from + begin, std::min(sliceBytes, bytes - begin));
            if (++done == slices) done.notify_all();
        }
    }
    void await() const {
        for (std::size_t now = done; now < slices; now = done)
            done.wait(now);
    }
};

void CopyThreadPool::call() {
    const unsigned processors = std::max(1u, std::thread::hardware_concurrency());
    while (helpers_.size() < std::min(maxHelpers, processors - 1))
        helpers_.emplace_back([this] { help(); });
}

CopyThreadPool::~CopyThreadPool() {
    {
        const std::lock_guard lock(mutex_);
        job_ = nullptr;
    }
    ++number_;
    number_.notify_all();
}

void CopyThreadPool::copy(std::byte* to, const std::byte* from, std::size_t bytes) {
    call();
    const auto job = std::make_shared<Job>(to, from, bytes);
    {
        const std::lock_guard lock(mutex_);
        job_ = job;
    }
    ++number_;
    number_.notify_all();
    job->work();
    job->await();
}

/// Waits for a job with a number other than `seen`.
unsigned CopyThreadPool::awaitNews(unsigned seen) const {
    const auto end = std::chrono::steady_clock::now() + spinTime;
    while (number_ == seen && std::chrono::steady_clock::now() < end)
        std::this_thread::yield();
    number_.wait(seen);
    return number_;
}

void CopyThreadPool::help() {
    for (unsigned seen = 0;;) {
        seen = awaitNews(seen);
        std::shared_ptr<Job> job;
        {
            const std::lock_guard lock(mutex_);
            job = job_;
        }
        if (!job) return;
        job->work();
    }
}

PinnedTransfer::PinnedTransfer(cl::Context context, cl::CommandQueue queue, const DeviceInfo& info)
    : context_(std::move(context)), queue_(std::move(queue)), hasOwnMemory_(info.type != DeviceType::Cpu) {}

PinnedTransfer::~PinnedTransfer() {
    try {
        release();
    } catch (const cl::Error&) {
        // The context that owns the memory is being released too.
    }
}

bool PinnedTransfer::serves(std::uint64_t bytes) const { return hasOwnMemory_ && bytes >= minimum && bytes <= maximum; }

void PinnedTransfer::upload(const cl::Buffer& to, std::span<const std::byte> from, TimedCommand& command) {
    std::byte* memory = pinned(from.size());
    forEachPart(from.size(), [&](std::size_t offset, std::size_t bytes) {
        pool_.copy(memory + offset, from.data() + offset, bytes);
        command.events.emplace_back();
        queue_.enqueueWriteBuffer(to, CL_FALSE, offset, bytes, memory + offset, nullptr, &command.events.back());
        queue_.flush();
    });
}

PinnedDownload PinnedTransfer::download(const cl::Buffer& from, std::span<std::byte> to, TimedCommand& command) {
    std::byte* memory = pinned(to.size());
    PinnedDownload download(memory, to, pool_);
    forEachPart(to.size(), [&](std::size_t offset, std::size_t bytes) {
        download.parts_.emplace_back();
        queue_.enqueueReadBuffer(from, CL_FALSE, offset, bytes, memory + offset, nullptr, &download.parts_.back());
    });
    command.events.insert(command.events.end(), download.parts_.begin(), download.parts_.end());
    queue_.flush();
    return download;
}

void PinnedDownload::finish() {
    forEachPart(target_.size(), [&](std::size_t offset, std::size_t bytes) {
        parts_[offset / partBytes].wait();
        pool_->copy(target_.data() + offset, memory_ + offset, bytes);
    });
}

void PinnedTransfer::release() {
    if (memory_) queue_.enqueueUnmapMemObject(buffer_, memory_);
    if (memory_) queue_.finish();
    memory_ = nullptr;
    capacity_ = 0;
    buffer_ = {};
}

/// Queued transfers may still use the memory, so they are finished before it is reallocated.
std::byte* PinnedTransfer::pinned(std::uint64_t bytes) {
    if (bytes <= capacity_) return memory_;
    release();
    buffer_ = cl::Buffer(context_, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes);
    memory_ = static_cast<std::byte*>(
        queue_.enqueueMapBuffer(buffer_, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, std::size_t(bytes)));
    capacity_ = bytes;
    return memory_;
}

} // namespace lightbench
