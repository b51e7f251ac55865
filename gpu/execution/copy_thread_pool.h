// A thread pool for large memory copies, since a single core copies more slowly than the bus transfers. PinnedTransfer
// uses it for uploads and downloads. One copy at a time.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace lightbench {

/// Helper threads for copies. The caller never waits for a helper that has not started: if the processors are busy
/// (with other images' files, for example), it copies everything itself. A parallel loop that joins all its threads
/// would wait for the scheduler at each part. One copy at a time.
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

} // namespace lightbench
