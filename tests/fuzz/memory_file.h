// A file in memory, for readers that take a file's name.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <string>
#include <string_view>

#include "tests/fuzz/refusal.h"

namespace lightbench::tests {

class MemoryFile {
public:
    MemoryFile() : descriptor_(memfd_create("lightbench fuzz", MFD_CLOEXEC)) {
        if (descriptor_ < 0) stop("There are no files in memory.");
    }
    ~MemoryFile() { close(descriptor_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    void write(std::string_view text) const {
        if (ftruncate(descriptor_, 0) != 0 || pwrite(descriptor_, text.data(), text.size(), 0) != ssize_t(text.size()))
            stop("A file in memory cannot be written.");
    }
    std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

private:
    int descriptor_;
};

} // namespace lightbench::tests
