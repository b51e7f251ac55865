// Signs of several characters stand in a list; all else is told by a token's first character.
#include "core/framework/code_tokens.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "core/framework/code_words.h"

namespace lightbench {

namespace {
bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }

/// The index of the first token of a function's head, which ends before the token at `end`.
std::size_t beginOfHead(TokenSpan tokens, std::size_t end) {
    constexpr std::array<std::string_view, 4> others{"{", "}", ";", "#"};
    while (end > 0 && std::ranges::find(others, tokens[end - 1]) == others.end())
        --end;
    return end;
}
} // namespace

std::size_t lengthOfToken(std::string_view text) {
    std::size_t end = 1;
    if (isDigit(text[0]) || (text[0] == '.' && text.size() > 1 && isDigit(text[1]))) {
        const auto isExponent = [](char c) { return std::string_view("eEpP").find(c) != std::string_view::npos; };
        while (end < text.size() && (isWordCharacter(text[end]) || text[end] == '.' ||
                                     ((text[end] == '+' || text[end] == '-') && isExponent(text[end - 1]))))
            ++end;
        return end;
    }
    if (isWordCharacter(text[0])) {
        while (end < text.size() && isWordCharacter(text[end]))
            ++end;
        return end;
    }
    if (text[0] == '"' || text[0] == '\'') {
        while (end < text.size() && text[end] != text[0] && text[end] != '\n')
            end += text[end] == '\\' ? 2 : 1;
        return std::min(end + 1, text.size());
    }
    for (const std::string_view sign : {"<<=", ">>=", "...", "##", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
                                        "++",  "--",  "->",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="})
        if (text.starts_with(sign)) return sign.size();
    return 1;
}

bool isTokenSpace(std::string_view text) { return isBlank(text[0]) || text.starts_with("\\\n"); }

CodeTokens codeTokens(std::string_view code) {
    CodeTokens tokens;
    while (!code.empty()) {
        const bool isSpace = isTokenSpace(code);
        const std::size_t length = isSpace ? 1 + code.starts_with('\\') : lengthOfToken(code);
        if (!isSpace) tokens.push_back(code.substr(0, length));
        code.remove_prefix(length);
    }
    return tokens;
}

bool isName(std::string_view token) { return isWordCharacter(token[0]) && !isDigit(token[0]); }

int bracketChange(std::string_view token) {
    if (token == "(" || token == "[" || token == "{") return 1;
    return token == ")" || token == "]" || token == "}" ? -1 : 0;
}

std::size_t behindBracket(TokenSpan tokens, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < tokens.size(); ++i)
        if ((depth += bracketChange(tokens[i])) == 0) return i + 1;
    return tokens.size();
}

TokenSpan inBrackets(TokenSpan tokens, std::size_t open) {
    const std::size_t end = behindBracket(tokens, open);
    const bool isClosed = end > open + 1 && bracketChange(tokens[end - 1]) < 0;
    return tokens.subspan(open + 1, end - open - (isClosed ? 2 : 1));
}

std::vector<TokenSpan> splitTokens(TokenSpan tokens, std::string_view separator) {
    std::vector<TokenSpan> parts;
    std::size_t begin = 0, i = 0;
    while (i < tokens.size()) {
        if (tokens[i] == separator) {
            parts.push_back(tokens.subspan(begin, i - begin));
            begin = i + 1;
        }
        i = bracketChange(tokens[i]) > 0 ? behindBracket(tokens, i) : i + 1;
    }
    parts.push_back(tokens.subspan(begin));
    return parts;
}

std::string spacedText(TokenSpan tokens) {
    std::string text;
    for (const std::string_view token : tokens)
        text.append(text.empty() ? "" : " ").append(token);
    return text;
}

std::size_t behindAttributes(TokenSpan tokens, std::size_t at) {
    while (at + 1 < tokens.size() && tokens[at] == "__attribute__")
        at = behindBracket(tokens, at + 1);
    return at;
}

std::vector<VoidFunction> voidFunctions(TokenSpan tokens) {
    constexpr std::array<std::string_view, 3> keywords{"kernel", "__kernel", "KERNEL"};
    const auto is = [&](std::size_t i, std::string_view token) { return i < tokens.size() && tokens[i] == token; };
    std::vector<VoidFunction> functions;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const bool isKernel = std::ranges::find(keywords, tokens[i]) != keywords.end();
        const std::size_t type = isKernel ? behindAttributes(tokens, i + 1) : i;
        const std::size_t name = behindAttributes(tokens, type + 1), open = name + 1;
        if (!is(type, "void") || !is(open, "(") || !isName(tokens[name])) continue;
        std::size_t brace = behindBracket(tokens, open);
        while (brace < tokens.size() && !is(brace, "{") && !is(brace, ";"))
            brace = bracketChange(tokens[brace]) > 0 ? behindBracket(tokens, brace) : brace + 1; // attributes, macros
        const bool isDefined = is(brace, "{");
        const std::size_t begin = beginOfHead(tokens, i);
        functions.push_back({tokens[name], isKernel, isDefined, tokens.subspan(begin, brace - begin),
                             inBrackets(tokens, open), isDefined ? inBrackets(tokens, brace) : TokenSpan()});
        i = open;
    }
    return functions;
}

const VoidFunction* findDefinition(const std::vector<VoidFunction>& functions, std::string_view name) {
    const auto found =
        std::ranges::find_if(functions, [&](const VoidFunction& one) { return one.isDefined && one.name == name; });
    return found == functions.end() ? nullptr : &*found;
}

} // namespace lightbench
