// Runs several functions at the same time, each on its own thread. Experiments and tuning on several devices use it.
#pragma once

#include <functional>
#include <future>
#include <vector>

namespace lightbench {

/// Calls every function on its own thread and waits for all. If some throw, it rethrows the exception of the first of
/// them in list order, after all have ended.
inline void runParallel(const std::vector<std::function<void()>>& tasks) {
    std::vector<std::future<void>> running; // whose destructors wait
    for (const std::function<void()>& task : tasks)
        running.push_back(std::async(std::launch::async, task));
    for (std::future<void>& one : running)
        one.get();
}

} // namespace lightbench
