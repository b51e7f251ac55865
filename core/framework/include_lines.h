// The #include lines of an OpenCL C text, and whether the compiler is sure to meet them.
#pragma once

#include <string>
#include <vector>

namespace lightbench {

struct IncludeLine {
    int line = 0; ///< counted from 1
    std::string name;
    /// Within an #if that is not the text's include guard, so that only the compiler knows whether it counts.
    bool isConditional = false;
};

/// Those outside of comments, in their order.
std::vector<IncludeLine> includesIn(const std::string& text);

/// True for a text that may be included any number of times: by #pragma once, or because its first two directives are
/// #ifndef NAME and #define NAME.
bool hasIncludeGuard(const std::string& text);

/// The directive of a preprocessor line, such as "endif" of "# endif // x"; empty for other lines.
std::string directiveOf(const std::string& line);

} // namespace lightbench
