// Lines of a program as built, and their composition to a text: definitions that nothing uses any more go, and so do
// comments of what is gone. built_text.h uses it.
#pragma once

#include <string>
#include <vector>

namespace lightbench {

/// A line, or several that backslashes join.
struct BuiltLine {
    enum Kind { Blank, Comment, Code, Pragma, Definition, Undefinition } kind = Blank;
    std::string text;
    std::string file;
    std::string macro{}; ///< that a definition defines
    bool isGone = false; ///< the compiler does not see it, or no kernel reaches it
};

/// The text, with the head comment of `mainFile` first and a line with its path above each file.
std::string textOf(std::vector<BuiltLine> lines, const std::string& mainFile);

} // namespace lightbench
