// An OpenCL driver that fails when it is asked for its platforms, in the way that its file's name says: abort, exit or
// hang. For tests of what becomes of the healthy ones. It proves that it was asked, by its file's name.
#include <dlfcn.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "tests/worker/injection_mark.h"

namespace {
void fail() {
    Dl_info self{};
    dladdr(reinterpret_cast<void*>(&fail), &self);
    markInjected(self.dli_fname ? self.dli_fname : "a driver without a file");
    const auto is = [&](const char* word) { return self.dli_fname && std::strstr(self.dli_fname, word); };
    if (is("abort")) std::abort();
    if (is("exit")) std::exit(1);
    while (is("hang"))
        sleep(1);
}
} // namespace

extern "C" {
__attribute__((visibility("default"))) int clIcdGetPlatformIDsKHR(unsigned, void*, unsigned*) {
    fail();
    return -1001; // CL_PLATFORM_NOT_FOUND_KHR
}

/// Loaders look for it before they ask.
__attribute__((visibility("default"))) int clGetPlatformInfo(void*, unsigned, std::size_t, void*, std::size_t*) {
    return -30; // CL_INVALID_VALUE
}

__attribute__((visibility("default"))) void* clGetExtensionFunctionAddress(const char* name) {
    if (std::strcmp(name, "clIcdGetPlatformIDsKHR") == 0) return reinterpret_cast<void*>(&clIcdGetPlatformIDsKHR);
    if (std::strcmp(name, "clGetPlatformInfo") == 0) return reinterpret_cast<void*>(&clGetPlatformInfo);
    return nullptr;
}
}
