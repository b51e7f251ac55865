// Orders the results of parallel jobs: jobs may finish in any order, their completions run in job order. The command
// `run` uses it for messages and reports. Any number of threads may call it.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>

namespace lightbench {

/// Jobs 0, 1, ... run on several threads. Their completions run in this order, one at a time.
class OrderedCompletions {
public:
    /// `window`: at most so many jobs may have begun without a completion.
    explicit OrderedCompletions(std::size_t window) : window_(window) {}
    /// Waits until job `i` may begin. Every begin() needs an end().
    void begin(std::size_t i);
    /// Calls `completion` once the completions of all jobs before `i` have run: now, or later on the thread that ends
    /// the last of those jobs. An exception from it reaches that thread; the job counts as completed.
    void end(std::size_t i, std::function<void()> completion);
    /// Waits until the completions of all jobs before `i` have run.
    void waitForTurn(std::size_t i);

private:
    std::mutex mutex_;
    std::condition_variable advanced_;
    std::map<std::size_t, std::function<void()>> pending_;
    std::size_t window_, completed_ = 0;
    bool isDraining_ = false;
};

} // namespace lightbench
