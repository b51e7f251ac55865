// Removes the branches of plain `if` statements that a constant decides, as a compiler does. The listing of a program
// as built uses it.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace lightbench {

/// The text without the branches that never run: `if (0 == 1) a(); else b();` becomes `b();`. Comments of a removed
/// branch go with it. `macros`: names whose calls may hide a statement, so that branches with them stay.
std::string withoutConstantBranches(std::string text, const std::set<std::string, std::less<>>& macros);

} // namespace lightbench
