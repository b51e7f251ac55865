// Reduces a preprocessed program to what its kernels call. The engine of declared_builtins.h uses it to shorten PoCL's
// compile time.
#pragma once

#include <string>

#include "tests/conformance/preprocessor.h"

namespace lightbench {

/// Removes functions that no kernel calls, directly or indirectly. If `kernel` is given, only that kernel counts.
ProgramTokens withoutUnreached(const ProgramTokens& tokens, std::string_view kernel = {});
/// Converts tokens to text. A compiler reports errors at the tokens' original lines.
std::string textOf(const ProgramTokens& tokens);

} // namespace lightbench
