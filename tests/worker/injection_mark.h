// How a library that makes calls fail, or a driver odd, proves that it did: it adds a line to the file that
// LIGHTBENCH_INJECTED names. A test that asks for that line cannot pass because the library was not loaded.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

/// Adds a line to a file, to which several processes may write. Without a path it does nothing.
inline void addLine(const std::string& path, const std::string& text) {
    if (path.empty()) return;
    const std::string line = text + '\n';
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0 || write(file, line.data(), line.size()) != ssize_t(line.size())) std::abort();
    close(file);
}

inline void markInjected(const std::string& fault) {
    const char* path = std::getenv("LIGHTBENCH_INJECTED");
    addLine(path ? path : "", fault);
}
