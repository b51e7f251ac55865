// Reduces a preprocessed program to what its kernels call. The listing of a program as built uses it, and the tests'
// engine, which shortens PoCL's compile time with it.
#pragma once

#include <string>

#include "core/source/preprocessor.h"

namespace lightbench {

/// Removes functions that no kernel calls, directly or indirectly. If `kernel` is given, only that kernel counts.
ProgramTokens withoutUnreached(const ProgramTokens& tokens, std::string_view kernel = {});
/// Converts tokens to text. A compiler reports errors at the tokens' original lines.
std::string textOf(const ProgramTokens& tokens);

} // namespace lightbench
