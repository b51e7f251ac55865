// Divides a copy into slices; each awake thread takes the next one.
#include "gpu/execution/copy_thread_pool.h"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace lightbench {

namespace {
constexpr std::size_t sliceBytes = 256 << 10;
constexpr unsigned maxHelpers = 3; // four threads copy as fast as a bus of 50 GB/s
/// Threads spin this long, because the next part of a transfer comes sooner than a sleeping thread wakes.
constexpr std::chrono::microseconds spinTime{200};
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

} // namespace lightbench
