// Lowers the priority of a thread, so that the window stays responsive. The window's engine thread and the thread that
// builds programs ahead (gpu/execution/build_ahead.h) call it for themselves.
#pragma once

namespace lightbench {

/// Raises the niceness of the calling thread by so many steps, and of threads that it starts later. Does nothing where
/// the system refuses.
void lowerThreadPriority(int steps);

} // namespace lightbench
