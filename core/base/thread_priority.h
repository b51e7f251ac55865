// Lowers the priority of background threads (build-ahead, the engine), so that the window stays responsive.
#pragma once

namespace lightbench {

/// Raises the niceness of the calling thread by so many steps, and of threads that it starts later. Does nothing where
/// the system has no niceness or refuses.
void lowerThreadPriority(int steps);

} // namespace lightbench
