// Lets a thread step back behind those that somebody watches.
#pragma once

namespace lightbench {

/// Lowers the priority of the calling thread, and of threads that it starts from now on, by so many steps of niceness
/// below what it has. Where the system has no such thing, or refuses, nothing happens.
void lowerThreadPriority(int steps);

} // namespace lightbench
