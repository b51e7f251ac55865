// The value of what stands behind #if.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace lightbench {

/// Of an expression without macros; names are 0. Throws Error(Build) for what is none.
std::int64_t valueOf(const std::vector<std::string_view>& tokens);

} // namespace lightbench
