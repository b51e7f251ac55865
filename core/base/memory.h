// How much memory this process can still allocate, in bytes. Image files and batches check it before they take memory.
#pragma once

#include <cstdint>
#include <string>

namespace lightbench {

/// The bytes that this process can still allocate: the smallest of the machine's available memory and what process
/// limits and control groups (versions 1 and 2) leave. Limits that cannot be read are ignored. `root` replaces / in
/// tests; empty means this machine.
std::uint64_t availableMemory(const std::string& root = {});

} // namespace lightbench
