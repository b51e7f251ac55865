// What a process that Lightbench starts is given: its descriptors, and signals and a process group of its own. The
// worker and Python references are started with it, by posix_spawn.
#pragma once

#include <spawn.h>

namespace lightbench {

/// The same file by a number above `last`, since a child's descriptors up to there are replaced. Closes the given one.
/// A negative number, an error, stays as it is.
int descriptorAbove(int last, int descriptor);

/// The arguments of posix_spawn. Signals that this process holds back (Ctrl-C) are not held back in the child. Its
/// group keeps the terminal's Ctrl-C from it.
class ChildSetup {
public:
    ChildSetup();
    ~ChildSetup();
    ChildSetup(const ChildSetup&) = delete;
    ChildSetup& operator=(const ChildSetup&) = delete;
    /// The child has the file `from` as `to`. Calls count in their order.
    void give(int from, int to);
    /// The child reads nothing from its standard input.
    void giveNoInput();
    /// The child has no descriptors above `last`. Other libraries open some that a child inherits. A pipe that it held
    /// open would never end for its reader, such as libdbus while it starts a session bus.
    void closeAbove(int last);

    posix_spawn_file_actions_t actions{};
    posix_spawnattr_t attributes{};
};

} // namespace lightbench
