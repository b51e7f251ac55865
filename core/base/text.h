// Text helpers for messages: suggestions for mistyped names, word lists, numbers, and safe display of outside text.
// Almost every message passes through it; the functions are pure.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lightbench {

/// Up to three of `names`, nearest first by edit distance (Damerau-Levenshtein). A name that starts with the given text
/// counts as near. Empty if nothing is near.
std::vector<std::string> nearestNames(std::string_view given, const std::vector<std::string>& names);
/// "did you mean gaussian or grayscale?", or "the filters are a, b and c" (with `what` = "filters") if nothing is near.
std::string suggestion(std::string_view given, const std::vector<std::string>& names, std::string_view what);
/// True if a thing is called `name`, or was in an earlier version. An empty `former` is no name.
bool isCalled(std::string_view name, std::string_view now, std::string_view former);
/// What is said when a name of an earlier version was given, such as of a command, a variant or a parameter.
std::string renamedText(const std::string& former, const std::string& now);
/// "a, b or c" (with conjunction "or").
std::string joinWords(const std::vector<std::string>& words, std::string_view conjunction);
/// What `text` makes of each element, such as &Parameter::name.
template <class Range, class Text> std::vector<std::string> textsOf(const Range& range, const Text& text) {
    std::vector<std::string> texts;
    for (const auto& one : range)
        texts.emplace_back(std::invoke(text, one));
    return texts;
}
/// The texts with the separator between them.
std::string joined(const std::vector<std::string>& texts, std::string_view separator);
/// The number that fills the whole text, which may be infinite or no number; nothing if there is anything else in it.
std::optional<double> parsedNumber(std::string_view text);
/// The same for whole numbers of this range.
std::optional<int> parsedInteger(std::string_view text, int minimum, int maximum, int base = 10);
/// The parts between separators; one empty part if the text is empty.
std::vector<std::string_view> split(std::string_view text, std::string_view separator);
/// The shortest decimal text that reads back to the same double, independent of the locale.
std::string numberText(double value);
/// Three significant digits, never an exponent: 0.00123, 1.23, 12.3, 123, 1234.
std::string threeDigits(double value);
/// "1.5" for "1.50", "2" for "2.00".
std::string withoutZeros(std::string number);
/// The last hexadecimal digits of a number, in lower case.
std::string hexDigits(std::uint64_t number, int digits);
/// ASCII letters in lower case.
std::string lowerCase(std::string_view text);
bool isUtf8(std::string_view text);
/// Outside text made safe for a message: control characters and broken UTF-8 become \xNN, and it is cut after 60
/// characters.
std::string shownText(std::string_view text);
/// The same for file names, which are never cut.
std::string shownPath(std::string_view path);
/// The name of a file without its folder.
std::string_view fileName(std::string_view path);
/// Lines for a terminal: as shownPath, but line ends and tabs stay.
std::string shownLines(std::string_view text);
/// The part of a text around `length` bytes from `begin` on, and below it a line with a ^ under each of their
/// characters. The place may be the text's end. Neither line has more than 78 characters.
std::string markedText(std::string_view text, std::size_t begin, std::size_t length);
/// The text without the byte-order mark of UTF-8, which some editors and spreadsheets put first.
std::string_view withoutByteOrderMark(std::string_view text);
/// The text without ASCII white space at both ends.
std::string_view trimmed(std::string_view text);
/// The text with entities for the characters that have a meaning in the markup of SVG and HTML: & < > and ".
std::string markupText(std::string_view text);
/// "9.22 KiB", "48 KiB", "1.5 MiB", "512 bytes".
std::string byteText(double bytes);

} // namespace lightbench
