// Walks over characters. It does not know string literals: a text in quotes that contains // or /* is taken for the
// beginning of a comment. Kernels have quotes for assembly, _Pragma and printf alone.
#include "core/framework/code_words.h"

#include <algorithm>
#include <cctype>

namespace lightbench {

bool isWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

bool isBlank(char c) { return std::isspace(static_cast<unsigned char>(c)); }

std::size_t skipBlanks(std::string_view code, std::size_t at) {
    while (at < code.size() && isBlank(code[at]))
        ++at;
    return at;
}

std::string_view nextWord(std::string_view code, std::size_t& at) {
    while (at < code.size() && !isWordCharacter(code[at]))
        ++at;
    const std::size_t begin = at;
    while (at < code.size() && isWordCharacter(code[at]))
        ++at;
    return code.substr(begin, at - begin);
}

std::vector<std::string_view> wordsOf(std::string_view code) {
    std::vector<std::string_view> words;
    std::size_t at = 0;
    for (std::string_view word = nextWord(code, at); !word.empty(); word = nextWord(code, at))
        words.push_back(word);
    return words;
}

std::string withoutComments(std::string_view source) {
    std::string text;
    text.reserve(source.size());
    for (std::size_t i = 0; i < source.size();) {
        const std::string_view start = source.substr(i, 2);
        if (start != "//" && start != "/*") {
            text += source[i++];
            continue;
        }
        const std::size_t end = std::min(source.find(start == "//" ? "\n" : "*/", i + 2), source.size());
        text += ' ' + std::string(std::size_t(std::ranges::count(source.substr(i, end - i), '\n')), '\n');
        i = start == "//" ? end : std::min(end + 2, source.size());
    }
    return text;
}

} // namespace lightbench
