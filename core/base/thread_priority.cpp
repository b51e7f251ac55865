// Uses setpriority on the thread's id, because Linux keeps a nice value per thread.
#include "core/base/thread_priority.h"

#ifdef __linux__
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace lightbench {

void lowerThreadPriority(int steps) {
#ifdef __linux__
    // Relative: a program that was itself started with a low priority must not get ahead of itself.
    const auto thread = id_t(syscall(SYS_gettid));
    setpriority(PRIO_PROCESS, thread, getpriority(PRIO_PROCESS, thread) + steps); // the kernel limits it to 19
#else
    (void)steps;
#endif
}

} // namespace lightbench
