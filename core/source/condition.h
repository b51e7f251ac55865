// Evaluates the expression after #if. The preprocessor uses it.
#pragma once

#include <cstdint>

#include "core/framework/code_tokens.h"

namespace lightbench {

/// The value of an expression without macros; names count as 0. Throws Error(Build) if it is not an expression.
std::int64_t valueOf(TokenSpan tokens);

} // namespace lightbench
