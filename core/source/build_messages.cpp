// Looks for the word that says how bad it is, and reads the place before or behind it.
#include "core/source/build_messages.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <sstream>

#include "core/base/text.h"
#include "core/framework/user_path.h"

namespace lightbench {

namespace {

struct LogWord {
    std::string_view word;
    BuildMessage::Kind kind;
};
constexpr std::array logWords{LogWord{"fatal error", BuildMessage::Error}, LogWord{"error", BuildMessage::Error},
                              LogWord{"warning", BuildMessage::Warning}, LogWord{"note", BuildMessage::Note}};

struct LogMatch {
    BuildMessage message;
    std::size_t begin = 0, end = 0; ///< of file, line and column in the line of the log
};

/// The number that ends at `end`, with the colon before it; then `end` moves there.
std::optional<int> numberBefore(std::string_view text, std::size_t& end) {
    std::size_t begin = end;
    while (begin > 0 && text[begin - 1] >= '0' && text[begin - 1] <= '9')
        --begin;
    if (begin == end || begin == 0 || text[begin - 1] != ':') return std::nullopt;
    int number = 0;
    if (std::from_chars(text.data() + begin, text.data() + end, number).ec != std::errc()) return std::nullopt;
    end = begin - 1;
    return number;
}

/// A match without its text: FILE:LINE:COLUMN or FILE:LINE as a whole; also without the file.
std::optional<LogMatch> colonPlace(std::string_view text, std::size_t offset) {
    std::size_t end = text.size();
    const std::optional<int> last = numberBefore(text, end);
    if (!last) return std::nullopt;
    LogMatch match{{.line = *last}, offset, offset + text.size()};
    if (const auto first = numberBefore(text, end)) match.message.line = *first, match.message.column = *last;
    match.message.file = text.substr(0, end);
    return match;
}

/// The same for "FILE", line LINE.
std::optional<LogMatch> quotedPlace(std::string_view text, std::size_t offset) {
    constexpr std::string_view middle = "\", line ";
    const std::size_t at = text.find(middle);
    if (!text.starts_with('"') || at == std::string_view::npos || at == 0) return std::nullopt;
    LogMatch match{{.file = std::string(text.substr(1, at - 1))}, offset, offset + text.size()};
    const std::string_view number = text.substr(at + middle.size());
    const auto read = std::from_chars(number.data(), number.data() + number.size(), match.message.line);
    if (read.ec != std::errc() || read.ptr != number.data() + number.size() || match.message.line < 0)
        return std::nullopt;
    return match;
}

/// Behind "error" stand a colon, or a number such as " #12-D:", then the text.
std::string textBehind(std::string_view rest) {
    const std::size_t colon = rest.find(':');
    const bool isNumbered = colon != std::string_view::npos && trimmed(rest.substr(0, colon)).starts_with('#');
    if (isNumbered) rest.remove_prefix(colon);
    const std::size_t begin = rest.find_first_not_of(" :");
    return begin == std::string_view::npos ? std::string() : std::string(trimmed(rest.substr(begin)));
}

/// The place comes first: PLACE: error: TEXT.
std::optional<LogMatch> placeFirst(std::string_view line) {
    for (const auto& [word, kind] : logWords) {
        const std::size_t at = line.find(": " + std::string(word));
        if (at == std::string_view::npos) continue;
        auto match = colonPlace(line.substr(0, at), 0);
        if (!match) match = quotedPlace(line.substr(0, at), 0);
        if (!match) continue;
        match->message.kind = kind;
        match->message.text = textBehind(line.substr(at + 2 + word.size()));
        return match;
    }
    return std::nullopt;
}

/// The word comes first: error: FILE:LINE:COLUMN: TEXT. PoCL adds where a macro is spelled, in angle brackets.
std::optional<LogMatch> wordFirst(std::string_view line) {
    for (const auto& [word, kind] : logWords) {
        if (!line.starts_with(std::string(word) + ": ")) continue;
        const std::size_t begin = word.size() + 2;
        const std::string_view rest = line.substr(begin);
        const std::size_t spelling = rest.find(" <Spelling=");
        for (std::size_t end = rest.find(": "); end != std::string_view::npos; end = rest.find(": ", end + 1)) {
            auto match = colonPlace(rest.substr(0, std::min(end, spelling)), begin);
            if (!match || match->message.file.empty()) continue;
            match->message.kind = kind;
            match->message.text = trimmed(rest.substr(end + 2));
            return match;
        }
        return LogMatch{{.kind = kind, .text = std::string(trimmed(rest))}};
    }
    return std::nullopt;
}

std::optional<LogMatch> messageIn(std::string_view line) {
    if (auto found = placeFirst(line)) return found;
    if (auto found = wordFirst(line)) return found;
    const bool isAssembler = line.starts_with("ptxas") && line.find("error") != std::string_view::npos;
    return isAssembler ? std::optional(LogMatch{{.text = std::string(trimmed(line))}}) : std::nullopt;
}

std::vector<std::string> logLinesOf(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        line.erase(line.find_last_not_of(" \t\r") + 1);
        lines.push_back(std::move(line));
    }
    return lines;
}

/// A line of a program, with the file and the number that its #line directives give it.
struct ProgramLine {
    std::string file;
    int number = 0;
    std::string_view text;
};

std::vector<ProgramLine> programLines(const std::vector<std::string>& lines) {
    constexpr std::string_view directive = "#line ";
    constexpr int largestLine = 1'000'000'000; // the lines behind it can still be counted
    std::vector<ProgramLine> all;
    std::string file;
    int number = 1;
    for (const std::string& line : lines) {
        all.push_back({file, number++, trimmed(line)});
        const std::size_t quote = line.find('"');
        if (!line.starts_with(directive) || quote == std::string::npos) continue;
        int next = 0;
        const auto read = std::from_chars(line.data() + directive.size(), line.data() + line.size(), next);
        if (read.ec != std::errc() || next < 0 || next > largestLine) continue;
        number = next;
        file = line.substr(quote + 1, line.rfind('"') - quote - 1);
    }
    return all;
}

/// What a log quotes of a program's line; newer versions of clang put "  12 | " before it.
std::string_view quoteIn(std::string_view line) {
    line = trimmed(line);
    const std::size_t behind = line.find_first_not_of("0123456789");
    if (behind > 0 && behind != std::string_view::npos && line.substr(behind).starts_with(" |"))
        line = trimmed(line.substr(behind + 2));
    return line;
}

/// The own place of a line in a temporary file. `quote` is what the log shows of it, or is empty.
const ProgramLine* ownPlace(const std::vector<ProgramLine>& program, int line, std::string_view quote) {
    const ProgramLine* counted = line >= 1 && line <= int(program.size()) ? &program[std::size_t(line - 1)] : nullptr;
    if (counted && (quote.empty() || counted->text == quote)) return counted;
    for (auto one = program.rbegin(); !quote.empty() && one != program.rend(); ++one)
        if (one->number == line && one->text == quote) return &*one; // the driver counts as #line says
    return counted;
}

} // namespace

bool isProgramFile(std::string_view file) { return file.starts_with(userFolder) || file.starts_with("kernels/"); }

std::vector<BuildMessage> buildMessages(const std::string& log) {
    std::vector<BuildMessage> all;
    for (const std::string& line : logLinesOf(log))
        if (auto found = messageIn(line)) all.push_back(std::move(found->message));
    return all;
}

std::string logWithOwnFiles(const std::string& log, const std::string& program) {
    const std::vector<std::string> logLines = logLinesOf(log), texts = logLinesOf(program);
    const std::vector<ProgramLine> places = programLines(texts);
    std::string all;
    for (std::size_t i = 0; i < logLines.size(); ++i) {
        std::string line = logLines[i];
        const auto found = messageIn(line);
        if (found && found->message.line > 0 && !isProgramFile(found->message.file)) {
            const std::string_view next = i + 1 < logLines.size() ? quoteIn(logLines[i + 1]) : std::string_view();
            const ProgramLine* own = ownPlace(places, found->message.line, next);
            if (own && !own->file.empty()) {
                std::string place = own->file + ":" + std::to_string(own->number);
                if (found->message.column > 0) place += ":" + std::to_string(found->message.column);
                line.replace(found->begin, found->end - found->begin, place);
            }
        }
        all += line + "\n";
    }
    return all;
}

} // namespace lightbench
