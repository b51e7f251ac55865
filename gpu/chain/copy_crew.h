// Copying what one core alone copies slower than a bus moves it.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace lightbench {

/// A few threads that help whoever copies. Nobody waits for a helper that has not begun: where the processors are busy
/// with other work, such as the files of other images, the caller does it all. (A parallel loop that ends when each of
/// its threads came by waits for the scheduler there, once a part.) One copy at a time.
class CopyCrew {
public:
    CopyCrew() = default;
    ~CopyCrew();
    CopyCrew(const CopyCrew&) = delete;
    CopyCrew& operator=(const CopyCrew&) = delete;
    /// Returns when all is there.
    void copy(std::byte* to, const std::byte* from, std::size_t bytes);

private:
    struct Job;
    void call();
    void help();
    unsigned awaitNews(unsigned seen) const;

    std::mutex mutex_;
    std::shared_ptr<Job> job_;          ///< guarded by mutex_; null: the crew goes home
    std::atomic<unsigned> number_ = 0;  ///< of the jobs so far
    std::vector<std::jthread> helpers_; ///< from the first copy on
};

} // namespace lightbench
