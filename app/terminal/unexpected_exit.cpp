// Uses atexit and std::set_terminate.
#include "app/terminal/unexpected_exit.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include "app/terminal/arguments.h"
#include "app/terminal/command_context.h"

namespace lightbench {

namespace {
std::atomic<bool> isDone{false};
int messages = STDERR_FILENO; ///< a copy of stderr, which may be silenced later

[[noreturn]] void endWith(const char* reason) {
    dprintf(messages, "%s: %s\n", programName().c_str(), reason);
    _exit(DeviceFailed);
}

void atExit() {
    if (!isDone) endWith("a driver or a library ended the program; run it without --in-process, which survives that");
}

[[noreturn]] void atTerminate() {
    try {
        if (const std::exception_ptr current = std::current_exception()) std::rethrow_exception(current);
    } catch (const std::bad_alloc&) {
        endWith("there is not enough memory; use smaller images or allow the program more memory");
    } catch (const std::exception& error) {
        dprintf(messages, "%s: the program had to give up: %s\n", programName().c_str(), error.what());
        _exit(DeviceFailed);
    } catch (...) {
    }
    endWith("the program had to give up; a driver or a library failed");
}
} // namespace

void catchUnexpectedExit() {
    static const int copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3); // before anything silences it
    if (copy >= 0) messages = copy;
    std::set_terminate(atTerminate);
    std::atexit(atExit);
}

int finish(int code) {
    isDone = true;
    return code;
}

} // namespace lightbench
