// Redirects the standard descriptors by POSIX calls.

#include "app/worker/standard_descriptors.h"

#include <fcntl.h>
#include <unistd.h>

#include <utility>

namespace lightbench {

void openStandardDescriptors() {
    // The lowest free number is taken, which is the one that was found closed.
    for (const auto& [descriptor, mode] :
         {std::pair(STDIN_FILENO, O_WRONLY), std::pair(STDOUT_FILENO, O_RDONLY), std::pair(STDERR_FILENO, O_RDWR)})
        if (fcntl(descriptor, F_GETFD) < 0 && open("/dev/null", mode) < 0) _exit(3);
}

} // namespace lightbench
