// Suggests names by edit distance; numbers use std::to_chars, so that no locale changes them.
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>

namespace lightbench {

namespace {
// Longer words than any name are not worth a quadratic comparison.
constexpr std::size_t longestWord = 64;

/// Lower case, and dashes for underscores: what people mix up should count as equal.
std::string folded(std::string_view word) {
    std::string out = lowerCase(word);
    std::ranges::replace(out, '_', '-');
    return out;
}

/// Damerau-Levenshtein distance with adjacent transpositions ("optimal string alignment").
std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before.swap(last);
        last.swap(row);
    }
    return last[b.size()];
}

std::string fixedText(double value, int decimals) {
    std::array<char, 400> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, decimals);
    return {text.data(), end.ptr};
}

std::string notFinite(double value) { return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf"; }

/// Length of the UTF-8 sequence at the start of the text, 0 if it is broken.
std::size_t sequenceLength(std::string_view text) {
    const auto byte = [&](std::size_t i) { return std::uint8_t(text[i]); };
    const std::uint8_t first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
    if (length == 0 || first >= 0xf5 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xc0) != 0x80) return 0;
    // Rejects overlong forms, surrogates and code points beyond U+10FFFF.
    if ((first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) > 0x9f) || (first == 0xf0 && byte(1) < 0x90))
        return 0;
    return first == 0xf4 && byte(1) > 0x8f ? 0 : length;
}

/// Control characters of ASCII and of the C1 block.
bool isControl(std::string_view character) {
    const auto first = std::uint8_t(character[0]);
    return first < 0x20 || first == 0x7f || (first == 0xc2 && std::uint8_t(character[1]) < 0xa0);
}

/// At most `maximum` characters. Broken UTF-8 is escaped, and so are control characters that `kept` lacks.
std::string escaped(std::string_view text, std::size_t maximum, std::string_view kept) {
    std::string shown;
    for (std::size_t count = 0; !text.empty(); ++count) {
        if (count == maximum) return shown + "...";
        const std::size_t length = sequenceLength(text);
        const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
        const bool shows = length > 0 && (!isControl(character) || kept.find(text.front()) != kept.npos);
        for (const char byte : character)
            shown += shows ? std::string(1, byte) : "\\x" + hexDigits(std::uint8_t(byte), 2);
        text.remove_prefix(character.size());
    }
    return shown;
}
} // namespace

std::string hexDigits(std::uint64_t number, int digits) {
    std::string text(std::size_t(digits), '0');
    for (std::size_t i = text.size(); i-- > 0; number >>= 4)
        text[i] = "0123456789abcdef"[number & 15];
    return text;
}

std::string lowerCase(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
    return lower;
}

bool isUtf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = sequenceLength(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::vector<std::string> nearestNames(std::string_view given, const std::vector<std::string>& names) {
    if (given.empty() || given.size() > longestWord) return {};
    const std::string word = folded(given);
    std::vector<std::pair<std::size_t, std::string>> near;
    for (const std::string& name : names) {
        const std::string other = folded(name);
        const std::size_t distance = editDistance(word, other);
        const bool starts = other.starts_with(word);
        if (starts || distance <= std::max(word.size(), other.size()) / 3)
            near.emplace_back(starts ? std::min<std::size_t>(distance, 1) : distance, name);
    }
    std::ranges::stable_sort(near, {}, [](const auto& candidate) { return candidate.first; });
    if (near.size() > 3) near.resize(3);
    std::vector<std::string> words;
    for (auto& candidate : near)
        words.push_back(std::move(candidate.second));
    return words;
}

bool isCalled(std::string_view name, std::string_view now, std::string_view former) {
    return name == now || (!former.empty() && name == former);
}

std::string renamedText(const std::string& former, const std::string& now) {
    return former + " is now called " + now + "; write " + now + " from now on";
}

std::string suggestion(std::string_view given, const std::vector<std::string>& names, std::string_view what) {
    const std::vector<std::string> near = nearestNames(given, names);
    if (!near.empty()) return "did you mean " + joinWords(near, "or") + "?";
    if (names.empty()) return "there are no " + std::string(what);
    return "the " + std::string(what) + " are " + joinWords(names, "and");
}

std::string joinWords(const std::vector<std::string>& words, std::string_view conjunction) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += i + 1 == words.size() ? " " + std::string(conjunction) + " " : ", ";
        text += words[i];
    }
    return text;
}

std::string numberText(double value) {
    if (!std::isfinite(value)) return notFinite(value);
    if (value == 0) return "0";
    const double size = std::abs(value);
    // Between these bounds people expect plain decimals; beyond them the shortest form has an exponent.
    const auto form = size >= 1e-6 && size < 1e15 ? std::chars_format::fixed : std::chars_format::general;
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, form);
    return {text.data(), end.ptr};
}

std::string joined(const std::vector<std::string>& texts, std::string_view separator) {
    std::string all;
    for (std::size_t i = 0; i < texts.size(); ++i)
        all.append(i == 0 ? "" : separator).append(texts[i]);
    return all;
}

std::optional<double> parsedNumber(std::string_view text) {
    double value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    return problem == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::optional<int> parsedInteger(std::string_view text, int minimum, int maximum, int base) {
    int value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    const bool isWhole = problem == std::errc() && end == text.data() + text.size();
    return isWhole && value >= minimum && value <= maximum ? std::optional(value) : std::nullopt;
}

std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
    std::vector<std::string_view> parts;
    for (std::size_t end = text.find(separator); end != text.npos; end = text.find(separator)) {
        parts.push_back(text.substr(0, end));
        text.remove_prefix(end + separator.size());
    }
    parts.push_back(text);
    return parts;
}

std::string threeDigits(double value) {
    if (!std::isfinite(value)) return notFinite(value);
    if (value == 0) return "0";
    const auto decimalsFor = [](double number) {
        return std::clamp(2 - int(std::floor(std::log10(std::abs(number)))), 0, 12);
    };
    std::string text = fixedText(value, decimalsFor(value));
    double rounded = 0;
    std::from_chars(text.data(), text.data() + text.size(), rounded);
    if (rounded == 0) return "0";
    // Rounding may have gained a digit: 9.999 is 10.0, not 10.00.
    return decimalsFor(rounded) == decimalsFor(value) ? text : fixedText(value, decimalsFor(rounded));
}

std::string withoutZeros(std::string number) {
    if (number.find('.') == std::string::npos) return number;
    number.erase(number.find_last_not_of('0') + 1);
    if (number.ends_with('.')) number.pop_back();
    return number;
}

std::string shownText(std::string_view text) { return escaped(text, 60, ""); }
std::string shownPath(std::string_view path) { return escaped(path, std::string_view::npos, ""); }
std::string_view fileName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string shownLines(std::string_view text) { return escaped(text, std::string_view::npos, "\n\t"); }

std::string markedText(std::string_view text, std::size_t begin, std::size_t length) {
    constexpr std::size_t width = 78, before = 50;
    std::vector<std::string> shown; // a character each
    std::size_t from = 0, to = 0;   // the marked ones
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t bytes = sequenceLength(text.substr(i));
        shown.emplace_back(bytes > 0 && !isControl(text.substr(i)) ? text.substr(i, bytes) : " ");
        i += std::max(bytes, std::size_t(1));
        if (i <= begin) from = shown.size();
        if (i <= begin + length) to = shown.size();
    }
    const std::size_t first = shown.size() > width && from > before ? from - before : 0;
    const std::size_t end = std::min(shown.size(), first + width);
    std::string line;
    for (std::size_t i = first; i < end; ++i)
        line += shown[i];
    const std::size_t marks = std::clamp(to, from + 1, std::max(end, from + 1)) - from;
    return line + "\n" + std::string(from - first, ' ') + std::string(marks, '^');
}

std::string_view withoutByteOrderMark(std::string_view text) {
    return text.substr(text.starts_with("\xef\xbb\xbf") ? 3 : 0);
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view space = " \t\r\n\v\f";
    const std::size_t first = text.find_first_not_of(space);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(space) - first + 1);
}

std::string markupText(std::string_view text) {
    std::string result;
    for (const char c : text)
        result += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '"' ? "&quot;" : std::string(1, c);
    return result;
}

std::string byteText(double bytes) {
    constexpr std::array<std::string_view, 5> units{"bytes", "KiB", "MiB", "GiB", "TiB"};
    std::size_t unit = 0;
    for (; unit + 1 < units.size() && std::abs(bytes) >= 1024; ++unit)
        bytes /= 1024;
    return withoutZeros(threeDigits(bytes)) + " " + std::string(units[unit]);
}

} // namespace lightbench
