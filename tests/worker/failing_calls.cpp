// A library for LD_PRELOAD. LIGHTBENCH_FAILING_CALL such as "clCreateBuffer 3" makes the third call of that function
// fail in each process. If LIGHTBENCH_FAIL_ONCE names a file, the call fails only where that file can be removed, which
// is once. Each failure is proven. LIGHTBENCH_CALLS names a file to which each call adds a line: process and function.
#include <map>
#include <mutex>

#include "tests/gpu/caught_calls.h"
#include "tests/worker/injection_mark.h"

namespace {
std::string setting(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

void record(const char* function) {
    static const std::string path = setting("LIGHTBENCH_CALLS");
    addLine(path, std::to_string(getpid()) + ' ' + function);
}
} // namespace

bool caught::fails(const char* function) {
    static const std::string wanted = setting("LIGHTBENCH_FAILING_CALL"), token = setting("LIGHTBENCH_FAIL_ONCE");
    static std::mutex mutex;
    static std::map<std::string, int> calls;
    record(function);
    const std::lock_guard lock(mutex);
    const std::string call = function + (' ' + std::to_string(++calls[function]));
    if (call != wanted || (!token.empty() && unlink(token.c_str()) != 0)) return false;
    markInjected(call);
    return true;
}

cl_int caught::failure() { return CL_OUT_OF_RESOURCES; }
