#include "core/framework/type_names.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "core/framework/code_tokens.h"
#include "core/framework/code_words.h"

namespace lightbench {

namespace {
/// The type, if the text declares that name by a typedef, and as nothing but one word.
std::optional<std::string> typedefOf(TokenSpan tokens, std::string_view name) {
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i] != "typedef") continue;
        const TokenSpan rest = tokens.subspan(i + 1);
        const TokenSpan words = rest.first(std::size_t(std::ranges::find_if_not(rest, isName) - rest.begin()));
        const bool isWhole = words.size() >= 2 && words.size() < rest.size() && rest[words.size()] == ";";
        if (isWhole && words.back() == name) return plainType(words.first(words.size() - 1));
    }
    return std::nullopt;
}
} // namespace

std::string shortTypeName(const std::string& type) {
    static const std::map<std::string, std::string> names{{"unsigned", "uint"},
                                                          {"unsigned int", "uint"},
                                                          {"unsigned char", "uchar"},
                                                          {"unsigned short", "ushort"},
                                                          {"unsigned long", "ulong"},
                                                          {"signed char", "char"},
                                                          {"signed int", "int"},
                                                          {"signed", "int"},
                                                          {"short int", "short"},
                                                          {"long int", "long"},
                                                          {"unsigned short int", "ushort"}};
    const auto found = names.find(type);
    return found == names.end() ? type : found->second;
}

std::string plainType(std::span<const std::string_view> words) {
    static const std::set<std::string_view> qualifiers{"global",   "constant", "local",     "private",    "const",
                                                       "restrict", "volatile", "read_only", "write_only", "read_write"};
    std::string type;
    for (std::string_view word : words) {
        if (word.starts_with("__")) word.remove_prefix(2);
        if (!qualifiers.contains(word)) type.append(type.empty() ? "" : " ").append(word);
    }
    return shortTypeName(type);
}

std::string typeBehind(const std::string& type, const std::string& text) {
    const std::string code = withoutComments(text);
    const CodeTokens tokens = codeTokens(code);
    std::string plain = plainType(wordsOf(type));
    std::set<std::string> seen{"sample_t", "pixel_t"}; // of any format; and wrong texts may go in a circle
    while (seen.insert(plain).second)
        if (auto behind = typedefOf(tokens, plain)) plain = std::move(*behind);
    return plain;
}

} // namespace lightbench
