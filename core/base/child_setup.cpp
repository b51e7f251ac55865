#include "core/base/child_setup.h"

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace lightbench {

int descriptorAbove(int last, int descriptor) {
    if (descriptor < 0 || descriptor > last) return descriptor;
    const int higher = fcntl(descriptor, F_DUPFD_CLOEXEC, last + 1);
    close(descriptor);
    return higher;
}

ChildSetup::ChildSetup() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
}

ChildSetup::~ChildSetup() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
}

void ChildSetup::give(int from, int to) { posix_spawn_file_actions_adddup2(&actions, from, to); }

void ChildSetup::giveNoInput() { posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0); }

void ChildSetup::closeAbove(int last) { posix_spawn_file_actions_addclosefrom_np(&actions, last + 1); }

} // namespace lightbench
