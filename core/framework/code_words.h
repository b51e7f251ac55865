// The words of OpenCL C: names, keywords and numbers, and texts without comments. What scans kernels without a
// preprocessor uses it. Texts may be long and come from users, so nothing here recurses.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lightbench {

/// A letter, a digit or an underscore.
bool isWordCharacter(char c);
/// A space, a tab or a line end.
bool isBlank(char c);
/// The first place from `at` on that is not blank; the length of the code if there is none.
std::size_t skipBlanks(std::string_view code, std::size_t at);
/// The word at or after `at`, which moves behind it; empty at the end.
std::string_view nextWord(std::string_view code, std::size_t& at);
/// All words, in order.
std::vector<std::string_view> wordsOf(std::string_view code);
/// The text with each comment replaced by a space, keeping its line ends.
std::string withoutComments(std::string_view source);

} // namespace lightbench
