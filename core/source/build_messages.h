// What an OpenCL compiler says about lines of a program: its errors, warnings and notes, read from its log. The window
// shows them at their lines, and one-line messages name the first error.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lightbench {

struct BuildMessage {
    enum Kind { Error, Warning, Note } kind = Error;
    /// As the log names it: a path of KernelSource, a temporary file of the driver, or empty.
    std::string file{};
    int line = 0;   ///< from 1; 0: none is named
    int column = 0; ///< from 1; 0: none is named
    std::string text{};
    bool operator==(const BuildMessage&) const = default;
};

/// The messages of a log, in its order. It reads the forms that drivers write:
/// - FILE:LINE:COLUMN: error: TEXT, by clang (NVIDIA, AMD, Intel, Mesa); the file may be missing, and the column;
/// - error: FILE:LINE:COLUMN: TEXT, by PoCL;
/// - "FILE", line LINE: error: TEXT, by the compiler of older AMD drivers.
/// Lines without a place count if they begin with "error" or "ptxas".
std::vector<BuildMessage> buildMessages(const std::string& log);

/// True for a path of KernelSource: a kernel file, not a temporary one.
bool isProgramFile(std::string_view file);

/// The log with the program's own files in place of the driver's temporary ones. `program` is the text that was built,
/// with its #line directives. A temporary file holds that text as a whole. If the log quotes the line, the quote
/// decides where it is.
std::string logWithOwnFiles(const std::string& log, const std::string& program);

} // namespace lightbench
