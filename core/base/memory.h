// How much memory this process can still have.
#pragma once

#include <cstdint>
#include <string>

namespace lightbench {

/// Bytes: the least of what the machine has available, what the limits on the process's address space and data leave,
/// and what its control groups (versions 1 and 2) leave; what cannot be read sets no limit. `root` is where the files
/// that tell lie, empty for this machine.
std::uint64_t availableMemory(const std::string& root = {});

} // namespace lightbench
