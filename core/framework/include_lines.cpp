#include "core/framework/include_lines.h"

#include <sstream>

#include "core/framework/code_words.h"

namespace lightbench {

namespace {
/// The words of a preprocessor line, without #; empty for other lines.
std::vector<std::string> directiveWords(const std::string& line) {
    const std::size_t hash = line.find_first_not_of(" \t");
    if (hash == std::string::npos || line[hash] != '#') return {};
    std::istringstream text(line.substr(hash + 1));
    std::vector<std::string> words;
    for (std::string word; text >> word;)
        words.push_back(word);
    return words;
}

/// The number of the line that begins the include guard; 0 without one. `lines` have no comments.
int guardLine(const std::vector<std::string>& lines) {
    std::string guard;
    int begin = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::vector<std::string> words = directiveWords(lines[i]);
        if (words.empty()) {
            if (lines[i].find_first_not_of(" \t\r") != std::string::npos) return 0; // code before or between them
        } else if (begin == 0) {
            if (words[0] != "ifndef" || words.size() < 2) return 0;
            guard = words[1];
            begin = int(i) + 1;
        } else {
            return words[0] == "define" && words.size() > 1 && words[1] == guard ? begin : 0;
        }
    }
    return 0;
}

/// The file in a line `#include "NAME"`; empty for other lines.
std::string includedBy(const std::string& line) {
    const std::string_view text = line;
    std::size_t at = skipBlanks(text, 0);
    if (at >= text.size() || text[at] != '#') return {};
    if (nextWord(text, at) != "include") return {};
    at = skipBlanks(text, at);
    if (at >= text.size() || text[at] != '"') return {};
    const std::size_t end = text.find('"', at + 1);
    return end == std::string_view::npos ? std::string() : line.substr(at + 1, end - at - 1);
}

std::vector<std::string> linesWithoutComments(const std::string& text) {
    std::istringstream stream(withoutComments(text));
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}
} // namespace

std::string directiveOf(const std::string& line) {
    const std::vector<std::string> words = directiveWords(line);
    return words.empty() ? std::string() : words.front();
}

std::vector<IncludeLine> includesIn(const std::string& text) {
    const std::vector<std::string> lines = linesWithoutComments(text);
    int depth = guardLine(lines) > 0 ? -1 : 0; // the guard is no condition
    std::vector<IncludeLine> all;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string directive = directiveOf(lines[i]);
        if (directive.starts_with("if")) ++depth;
        if (directive == "endif") --depth;
        if (std::string name = includedBy(lines[i]); !name.empty())
            all.push_back({int(i) + 1, std::move(name), depth > 0});
    }
    return all;
}

bool hasIncludeGuard(const std::string& text) {
    const std::vector<std::string> lines = linesWithoutComments(text);
    for (const std::string& line : lines)
        if (const std::vector<std::string> words = directiveWords(line);
            words.size() > 1 && words[0] == "pragma" && words[1] == "once")
            return true;
    return guardLine(lines) > 0;
}

} // namespace lightbench
