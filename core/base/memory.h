// How much memory this process can still allocate, in bytes. Image files and batches check it before they take memory.
#pragma once

#include <cstdint>
#include <string>

namespace lightbench {

/// The smallest of three numbers, in bytes: memory available on the machine, what the process limits leave, and what
/// the control groups (versions 1 and 2) leave. What cannot be read sets no limit. `root` replaces / in tests; empty
/// means this machine.
std::uint64_t availableMemory(const std::string& root = {});

} // namespace lightbench
