// The rows of the mapping form: for each argument of a kernel what Lightbench understood, where that comes from, and
// which line //@ would say it. The form of the lab shows them, and turns choices into corrections.
#pragma once

#include <string>
#include <vector>

#include "core/definition/kernel_file.h"

namespace lightbench {

/// What an argument could be, and the line that says so.
struct MappingChoice {
    std::string label;      ///< such as "the image"
    std::string line;       ///< such as "//@ argument: a = image"
    bool isExample = false; ///< the line's numbers stand for those that only the user knows
};

struct MappingRow {
    std::string kernel{};  ///< empty: the row is about the whole file
    std::string name{};    ///< of the argument, or what the row is about
    std::string type{};    ///< as declared, such as "global const uchar*"; empty for the whole file
    std::string subject{}; ///< of its lines (Annotation::subject)
    std::vector<MappingChoice> choices{};
    int chosen = -1;        ///< what is understood; -1: not known
    std::string line{};     ///< that says what is understood; empty if it is not known
    std::string origin{};   ///< in words: "by its name", "a guess", "line 3 of the file", "your correction"
    std::string question{}; ///< what is not known; else empty
    bool isOfFile = false;  ///< a line of the file says it, so that it is changed there
};

/// The rows of all arguments, kernel by kernel, and of the open questions about the whole file. Throws like
/// understoodFileOf.
std::vector<MappingRow> mappingRows(const FilterDefinition& definition);

} // namespace lightbench
