// Finds the declaration by its braces.
#include "core/definition/struct_members.h"

#include <algorithm>
#include <string_view>

#include "core/base/text.h"
#include "core/definition/kernels_in_text.h"
#include "core/definition/parameter_line.h"
#include "core/framework/code_words.h"
#include "core/framework/type_names.h"

namespace lightbench {

namespace {
std::optional<std::vector<std::string>> membersIn(std::string_view body) {
    std::vector<std::string> types;
    for (const std::string_view declaration : split(body, ";")) {
        std::vector<std::string_view> names = split(declaration, ",");
        std::vector<std::string_view> words = wordsOf(names.front());
        if (words.empty()) continue;
        if (words.size() < 2 || declaration.find_first_of("[*{:") != std::string_view::npos) return std::nullopt;
        words.pop_back(); // the first member's name
        std::string type;
        for (const std::string_view word : words)
            type.append(type.empty() ? "" : " ").append(word);
        type = shortTypeName(type);
        if (!isNumberType(type)) return std::nullopt;
        types.insert(types.end(), names.size(), type);
    }
    return types;
}
} // namespace

std::optional<std::vector<std::string>> structMembers(const std::string& text, const std::string& type) {
    const std::string code = withoutComments(text);
    const std::string keyword = "struct", tag = type.starts_with("struct ") ? type.substr(keyword.size() + 1) : "";
    for (std::size_t at = code.find(keyword); at != std::string::npos; at = code.find(keyword, at + 1)) {
        const std::size_t open = code.find_first_of("{;()", at);
        if (open == std::string::npos || code[open] != '{') continue;
        const std::size_t close = code.find('}', open), end = code.find(';', std::min(close, code.size()));
        if (end == std::string::npos) continue;
        const auto isNamed = [](std::string_view part, const std::string& name) {
            const std::vector<std::string_view> words = wordsOf(part);
            return std::ranges::find(words, name) != words.end();
        };
        const std::string_view whole = code;
        const bool isIt = tag.empty() ? isNamed(whole.substr(close + 1, end - close - 1), type)
                                      : isNamed(whole.substr(at, open - at), tag);
        if (isIt) return membersIn(whole.substr(open + 1, close - open - 1));
    }
    return std::nullopt;
}

std::string structProblem(const std::string& text, const std::string& type, const std::vector<std::string>& given) {
    const auto members = structMembers(text, type);
    if (!members) return {};
    const auto isAlike = [](const std::string& one, const std::string& other) {
        return bytesOfType(one) == bytesOfType(other) && isRealType(one) == isRealType(other);
    };
    if (std::ranges::equal(*members, given, isAlike)) return {};
    return "the members of " + type + " are " + joinWords(*members, "and") + ", not " + joinWords(given, "and");
}

} // namespace lightbench
