// Makes sure that descriptors 0, 1 and 2 are open. Every main function calls it first, because files opened later would
// otherwise get these numbers and receive messages.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <utility>

namespace lightbench {

/// Opens those of the descriptors 0, 1 and 2 that are closed on /dev/null. Reading from such an input and writing to
/// such an output still fails, as if they were closed; what is written to such a stderr is lost.
inline void openStandardDescriptors() {
    // The lowest free number is taken, which is the one that was found closed.
    for (const auto& [descriptor, mode] :
         {std::pair(STDIN_FILENO, O_WRONLY), std::pair(STDOUT_FILENO, O_RDONLY), std::pair(STDERR_FILENO, O_RDWR)})
        if (fcntl(descriptor, F_GETFD) < 0 && open("/dev/null", mode) < 0) _exit(3);
}

} // namespace lightbench
