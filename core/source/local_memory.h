// How much local memory a kernel declares in its body. PoCL from 5.0 on does not report that, and ends the process at a
// launch that needs more than the device has. The engine compares it before each first launch.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/source/preprocessor.h"

namespace lightbench {

/// True if the text may declare variables in local memory, also in a comment. Quick, for all programs that are built.
bool mayDeclareLocalMemory(std::string_view text);

/// The bytes of the variables that the kernel declares as local, at least: a type that is not known counts as a byte,
/// and a length as 1. 0 if the program has no such kernel. `program`: what a preprocessor left of it.
std::uint64_t declaredLocalBytes(const ProgramTokens& program, std::string_view kernel);

} // namespace lightbench
