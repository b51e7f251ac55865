// Work that is done at the same time and told in turn.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>

namespace lightbench {

/// Jobs 0, 1, ... that several threads do. Their ends are carried out in this order, one at a time.
class InOrder {
public:
    /// `ahead`: how many jobs may begin, or wait to be told, before the first that has not ended.
    explicit InOrder(std::size_t ahead) : ahead_(ahead) {}
    /// Waits until job `i` may begin. Whoever begins a job must end it.
    void begin(std::size_t i);
    /// Carries `tell` out once all jobs before `i` have been told: now, or by the thread that ends the last of those.
    /// What it throws reaches that thread; the job counts as told.
    void end(std::size_t i, std::function<void()> tell);
    /// Waits until all jobs before `i` have been told.
    void waitForTurn(std::size_t i);

private:
    std::mutex mutex_;
    std::condition_variable moved_;
    std::map<std::size_t, std::function<void()>> ended_;
    std::size_t ahead_, told_ = 0;
    bool telling_ = false;
};

} // namespace lightbench
