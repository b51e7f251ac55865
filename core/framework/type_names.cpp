// Follows typedefs of one type to another.
#include "core/framework/type_names.h"

#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "core/framework/code_words.h"

namespace lightbench {

namespace {
/// The words between `typedef` and the name, if the text declares that name so, and as nothing but one word.
std::optional<std::string> declaredType(const std::string& code, const std::string& name) {
    constexpr std::string_view keyword = "typedef";
    for (std::size_t at = code.find(keyword); at != std::string::npos; at = code.find(keyword, at + 1)) {
        if (at > 0 && isOfWord(code[at - 1])) continue;
        const std::size_t begin = at + keyword.size(), end = code.find(';', begin);
        if (end == std::string::npos || (begin < code.size() && isOfWord(code[begin]))) continue;
        std::string_view declaration(code.data() + begin, end - begin);
        if (declaration.find_first_of("{([") != std::string_view::npos) continue;
        const auto words = wordsOf(declaration);
        if (words.size() < 2 || words.back() != name) continue;
        return std::string(declaration.substr(0, std::size_t(words.back().data() - declaration.data())));
    }
    return std::nullopt;
}

std::string withoutQualifiers(const std::string& type) {
    static const std::set<std::string_view> qualifiers{"global",   "constant", "local",     "private",    "const",
                                                       "restrict", "volatile", "read_only", "write_only", "read_write"};
    std::string plain;
    for (std::string_view word : wordsOf(type)) {
        if (word.starts_with("__")) word.remove_prefix(2);
        if (!qualifiers.contains(word)) plain.append(plain.empty() ? "" : " ").append(word);
    }
    return plain;
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

std::string typeBehind(const std::string& type, const std::string& text) {
    const std::string code = withoutComments(text);
    std::string plain = shortTypeName(withoutQualifiers(type));
    std::set<std::string> seen{"sample_t", "pixel_t"}; // of any format; and wrong texts may go in a circle
    while (seen.insert(plain).second)
        if (const auto behind = declaredType(code, plain)) plain = shortTypeName(withoutQualifiers(*behind));
    return plain;
}

} // namespace lightbench
