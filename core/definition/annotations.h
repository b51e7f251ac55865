// The comment lines of a kernel file that begin with //@, such as `//@ parameter: factor 0..4 = 1.5; step 0.1`. They
// say what the C++ of a built-in filter says. core/definition/kernel_file.h gives them their meaning.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"

namespace lightbench {

/// One line `//@ KEY: HEAD; NAME VALUE; NAME VALUE`.
struct Annotation {
    std::string file{}; ///< names the text in messages
    int line = 0;       ///< counted from 1
    std::string key{};
    std::string head{};                                       ///< what stands before the first semicolon
    std::vector<std::pair<std::string, std::string>> parts{}; ///< what stands behind it: name and value
    std::string value{};                                      ///< head and parts, as written

    /// Null if it has no such part.
    const std::string* part(std::string_view name) const;
    /// Replaces the text by that part, if there is one.
    void take(std::string_view name, std::string& text) const;
    /// What it is about: "argument NAME" for lines on one argument or parameter, such as scratch and table. Others have
    /// their key, with a name if there is one, such as "variant fused". Of two lines about one thing, only one counts.
    std::string subject() const;
    /// As it stands in a file.
    std::string text() const { return "//@ " + key + ": " + value; }
    /// Throws Error(Usage) that names file and line.
    [[noreturn]] void fail(const std::string& why) const;
};

/// The line `//@ KEY: NAME = VALUE`.
std::string assignmentLine(const std::string& key, const std::string& name, const std::string& value);

/// The line number of lines that stand in no file, because the user gave them in the mapping form.
inline constexpr int correctionLine = -1;

/// An Error(Usage): "FILE:LINE: WHY", "FILE: WHY" for line 0, and "FILE, your correction: WHY" for correctionLine.
Error errorInFile(const std::string& file, int line, const std::string& why);
/// Throws it.
[[noreturn]] void failInFile(const std::string& file, int line, const std::string& why);

/// The lines of a text, in order. Throws Error(Usage) for a line without a colon, without a value, or with a key that
/// does not exist. `file` names the text in messages.
std::vector<Annotation> annotationsOf(const std::string& text, const std::string& file);
/// The same for corrections: each has correctionLine.
std::vector<Annotation> correctionsIn(const std::string& text, const std::string& file);
/// The only annotation of a line. Throws Error(Usage) if the text is something else.
Annotation annotationIn(const std::string& line);

} // namespace lightbench
