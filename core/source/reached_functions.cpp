#include "core/source/reached_functions.h"

#include <algorithm>
#include <map>
#include <set>

namespace lightbench {

namespace {
/// What stands by itself outside of functions.
struct Part {
    ProgramTokens tokens;
    std::string_view name{}; ///< of a function or a typedef; empty for all else, which every program needs
    bool isKernel() const { return tokens.front().text == "kernel"; }
};

/// The first name before a parenthesis that is none of an attribute.
std::string_view functionNamed(const ProgramTokens& tokens) {
    int attribute = 0; // how deep inside of one
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (attribute || tokens[i].text == "__attribute__") {
            attribute += bracketChange(tokens[i + 1].text);
            if (!attribute) ++i;
            continue;
        }
        if (isName(tokens[i].text) && tokens[i + 1].text == "(") return tokens[i].text;
    }
    return {};
}

/// The last name of a typedef; empty for one with attributes.
std::string_view typeNamed(const ProgramTokens& tokens) {
    for (const ProgramToken& token : tokens)
        if (token.text == "(") return {};
    return tokens[tokens.size() - 2].text;
}

/// A body is what stands in braces behind a parenthesis; all else ends with a semicolon.
std::vector<Part> partsOf(const ProgramTokens& tokens) {
    std::vector<Part> parts(1);
    bool isBody = false;
    int depth = 0;
    for (const ProgramToken& token : tokens) {
        ProgramTokens& part = parts.back().tokens;
        if (depth == 0 && token.text == "{") isBody = !part.empty() && part.back().text == ")";
        depth += bracketChange(token.text);
        part.push_back(token);
        const bool isOver =
            token.text == ";" || (token.text == "}" && isBody) || (token.isDirective() && part.size() == 1);
        if (depth != 0 || !isOver) continue;
        if (isBody)
            parts.back().name = functionNamed(part);
        else if (part.front().text == "typedef")
            parts.back().name = typeNamed(part);
        isBody = false;
        parts.emplace_back();
    }
    return parts;
}
} // namespace

ProgramTokens withoutUnreached(const ProgramTokens& tokens, std::string_view kernel) {
    const std::vector<Part> parts = partsOf(tokens);
    std::multimap<std::string_view, const Part*> functions;
    std::vector<const Part*> toRead;
    const auto isRoot = [&](const Part& part) {
        return part.name.empty() || (part.isKernel() && (kernel.empty() || kernel == part.name));
    };
    for (const Part& part : parts)
        if (isRoot(part))
            toRead.push_back(&part);
        else
            functions.emplace(part.name, &part);
    std::set<std::string_view> reached;
    while (!toRead.empty()) {
        const Part& part = *toRead.back();
        toRead.pop_back();
        for (const ProgramToken& token : part.tokens)
            if (functions.contains(token.text) && reached.insert(token.text).second)
                for (auto [one, end] = functions.equal_range(token.text); one != end; ++one)
                    toRead.push_back(one->second);
    }
    ProgramTokens needed;
    for (const Part& part : parts)
        if (isRoot(part) || reached.contains(part.name))
            needed.insert(needed.end(), part.tokens.begin(), part.tokens.end());
    return needed;
}

std::string textOf(const ProgramTokens& tokens) {
    constexpr int maxEmptyLines = 8; // more take a directive
    std::string text;
    std::string_view file;
    int line = 0;
    for (const ProgramToken& token : tokens) {
        if (token.file != file || token.line < line || token.line > line + maxEmptyLines) {
            file = token.file;
            line = token.line;
            text += "\n#line " + std::to_string(line) + " \"" + std::string(file) + "\"\n";
        }
        for (; line < token.line; ++line)
            text += '\n';
        text.append(token.text).append(1, ' ');
        if (token.isDirective()) text += '\n', ++line;
    }
    return text + "\n";
}

} // namespace lightbench
