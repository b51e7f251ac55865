// The comment lines of a kernel file that begin with //@, such as `//@ parameter: factor 0..4 = 1.5; step 0.1`. They
// say what the C++ of a built-in filter says. core/definition/kernel_file.h gives them their meaning.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lightbench {

/// One line `//@ KEY: HEAD; NAME VALUE; NAME VALUE`.
struct Annotation {
    int line = 0; ///< counted from 1
    std::string key;
    std::string head;                                       ///< what stands before the first semicolon
    std::vector<std::pair<std::string, std::string>> parts; ///< what stands behind it: name and value
    std::string value;                                      ///< head and parts, as written

    /// Null if it has no such part.
    const std::string* part(std::string_view name) const;
};

/// Throws Error(Usage): "FILE:LINE: WHY", or "FILE: WHY" for line 0.
[[noreturn]] void failInFile(const std::string& file, int line, const std::string& why);

/// The lines of a text, in order. Throws Error(Usage) for a line without a colon, without a value, or with a key that
/// does not exist. `file` names the text in messages.
std::vector<Annotation> annotationsOf(const std::string& text, const std::string& file);

} // namespace lightbench
