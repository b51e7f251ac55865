// Work on several devices at the same time: a thread for each.
#pragma once

#include <functional>
#include <vector>

namespace lightbench {

/// Calls all of them, each on a thread of its own, and waits for all. Throws what the first of them in their order
/// threw.
void runAtOnce(const std::vector<std::function<void()>>& works);

} // namespace lightbench
