// What of a preprocessed program its kernels need.
#pragma once

#include <string>

#include "tests/conformance/preprocessor.h"

namespace lightbench {

/// Without the functions that nothing calls from a kernel on; from one alone if it is named.
ProgramTokens withoutUnreached(const ProgramTokens& tokens, std::string_view kernel = {});
/// As text whose errors a compiler reports at the lines where the tokens stood.
std::string textOf(const ProgramTokens& tokens);

} // namespace lightbench
