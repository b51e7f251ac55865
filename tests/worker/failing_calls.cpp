// A library for LD_PRELOAD. LIGHTBENCH_FAILING_CALL such as "clCreateBuffer 3" makes the third call of that function
// fail in each process. If LIGHTBENCH_FAIL_ONCE names a file, the call fails only where that file can be removed, which
// is once. LIGHTBENCH_CALLS names a file to which each call adds a line: process and function.
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <map>
#include <mutex>
#include <string>

#include "tests/gpu/caught_calls.h"

namespace {
std::string setting(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

void record(const char* function) {
    static const std::string path = setting("LIGHTBENCH_CALLS");
    if (path.empty()) return;
    const std::string line = std::to_string(getpid()) + ' ' + function + '\n';
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0 || write(file, line.data(), line.size()) != ssize_t(line.size())) std::abort();
    close(file);
}
} // namespace

bool caught::fails(const char* function) {
    static const std::string wanted = setting("LIGHTBENCH_FAILING_CALL"), token = setting("LIGHTBENCH_FAIL_ONCE");
    static std::mutex mutex;
    static std::map<std::string, int> calls;
    record(function);
    const std::lock_guard lock(mutex);
    if (wanted != function + (' ' + std::to_string(++calls[function]))) return false;
    return token.empty() || unlink(token.c_str()) == 0;
}

cl_int caught::failure() { return CL_OUT_OF_RESOURCES; }
