// Uses setpriority on the thread's id, because Linux keeps a nice value per thread.
#include "core/base/thread_priority.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace lightbench {

void lowerThreadPriority(int steps) {
    // Relative: a program that was itself started with a low priority must not get ahead of itself.
    const auto thread = id_t(syscall(SYS_gettid));
    setpriority(PRIO_PROCESS, thread, getpriority(PRIO_PROCESS, thread) + steps); // the kernel limits it to 19
}

} // namespace lightbench
