// Lines of a program as built, and their composition to a text without unused definitions and without the comments on
// eliminated code. built_text.h uses it.
#pragma once

#include <string>
#include <vector>

namespace lightbench {

/// A line, or several that backslashes join.
struct PreprocessedLine {
    enum Kind { Blank, Comment, Code, Pragma, Definition, Undefinition } kind = Blank;
    std::string text;
    std::string file;
    std::string macro{};       ///< the name of a Definition or an Undefinition
    bool isEliminated = false; ///< the compiler does not see it, or no kernel reaches it
};

/// The text, with the head comment of `mainFile` first and a line with its path above each file.
std::string composedText(std::vector<PreprocessedLine> lines, const std::string& mainFile);

} // namespace lightbench
