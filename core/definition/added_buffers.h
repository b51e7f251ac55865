// Buffers of a user's kernels that must begin with zeros, because the first kernel that changes them only adds to what
// is there: the counters of a histogram, or a ticket. kernel_file.cpp asks.
#pragma once

#include <string>

#include "core/definition/kernel_file.h"

namespace lightbench {

/// True if a kernel's text changes the buffer only by adding to it: by atomic functions, or by += and its like. False
/// where that cannot be told, such as for a pointer that is handed on.
bool onlyAddsTo(const std::string& body, const std::string& buffer);

/// Fills such buffers with 0 where no line says what they hold, and lists that as a guess. `text`: of the definition.
void zeroAddedBuffers(Declarations& declared, KernelFile& file, const std::string& text);

} // namespace lightbench
