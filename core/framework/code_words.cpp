// Walks over characters.
#include "core/framework/code_words.h"

#include <cctype>

namespace lightbench {

bool isOfWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

bool isBlank(char c) { return std::isspace(static_cast<unsigned char>(c)); }

std::size_t skipBlanks(std::string_view code, std::size_t at) {
    while (at < code.size() && isBlank(code[at]))
        ++at;
    return at;
}

std::string_view nextWord(std::string_view code, std::size_t& at) {
    while (at < code.size() && !isOfWord(code[at]))
        ++at;
    const std::size_t begin = at;
    while (at < code.size() && isOfWord(code[at]))
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

} // namespace lightbench
