// Lines //@ that the user gave for a kernel file in the lab, without writing them into the file. They are kept by the
// file's path, so that every program reads the same, and can be written into the file.
#pragma once

#include <string>

#include "core/definition/kernel_file.h"

namespace lightbench {

/// The corrections of a file, one line each; empty if there are none. `path` is absolute. Throws Error if they cannot
/// be read.
std::string keptCorrections(const std::string& path);
/// The same for a run, which goes on without corrections that cannot be read: `problem` says why.
struct UsableCorrections {
    std::string lines{}, problem{};
};
UsableCorrections usableCorrections(const std::string& path);
/// Keeps other ones, in lightbench/corrections in the folder for user data. LIGHTBENCH_CORRECTIONS names another one,
/// or is "off". Throws Error(Input) if they cannot be written.
void keepCorrections(const std::string& path, const std::string& corrections);

/// The corrections with one more line, which replaces one on the same subject. Throws Error(Usage) if it is no line
/// //@.
std::string withCorrection(const std::string& corrections, const std::string& line);
/// The corrections without those on a subject.
std::string withoutCorrection(const std::string& corrections, const std::string& subject);

/// What the file does not say itself: the corrections that count, and the guesses, one line each.
std::string unwrittenLines(const KernelFile& file);
/// Puts lines before a file's text, with the file's line ends, and leaves the rest byte for byte. `expected` is the
/// text that they were made for. Throws Error(Input) if the file has another text now, or cannot be written.
void writeLines(const std::string& path, const std::string& expected, const std::string& lines);

} // namespace lightbench
