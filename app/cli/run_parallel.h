// Runs several functions at the same time, each on its own thread. Batches of images and experiments on several devices
// use it. An exception leaves only after all threads have ended.
#pragma once

#include <functional>
#include <vector>

namespace lightbench {

/// Calls every function on its own thread and waits for all. If some throw, it rethrows the exception of the first of
/// them in list order.
void runParallel(const std::vector<std::function<void()>>& tasks);

} // namespace lightbench
