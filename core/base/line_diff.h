// The difference of two texts by lines, as programs such as diff show it. The history of kernel files uses it.
#pragma once

#include <string>
#include <string_view>

namespace lightbench {

/// The lines of both texts in order, each behind "  ", "- " (only in the first) or "+ " (only in the second). Equal
/// lines far from a change are left out; a line "@@ 12 @@" names the line of the second text that follows. Empty if the
/// texts have the same lines.
std::string lineDiff(std::string_view before, std::string_view after);

} // namespace lightbench
