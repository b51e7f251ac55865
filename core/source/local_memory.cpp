// Reads the declarations in the outermost scope of a kernel's body, which is where OpenCL C allows local variables.
#include "core/source/local_memory.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/definition/number_types.h"
#include "core/framework/type_names.h"
#include "core/source/condition.h"

namespace lightbench {

namespace {
bool isOpen(std::string_view token) { return bracketChange(token) > 0; }

bool isQualifier(std::string_view word) {
    constexpr std::string_view qualifiers[] = {"local",  "__local", "const",   "volatile", "restrict",
                                               "static", "struct",  "typedef", "signed"};
    return std::ranges::find(qualifiers, word) != std::end(qualifiers);
}

class LocalDeclarations {
    static constexpr std::uint64_t longest = std::uint64_t(1) << 31; ///< of an array: products stay in range

public:
    explicit LocalDeclarations(TokenSpan program) : program_(program) { readOutermost(); }

    std::uint64_t bytesOf(std::string_view kernel) const {
        const std::vector<VoidFunction> functions = voidFunctions(program_);
        const VoidFunction* definition = findDefinition(functions, kernel);
        const TokenSpan body = definition ? definition->body : TokenSpan();
        std::uint64_t bytes = 0;
        for (std::size_t begin = 0; begin < body.size();) {
            const std::size_t end = endOfStatement(body, begin);
            const TokenSpan statement = body.subspan(begin, end - begin);
            const auto isLocal = [](std::string_view word) { return word == "local" || word == "__local"; };
            const auto first = std::ranges::find_if_not(statement, isQualifier);
            if (std::any_of(statement.begin(), first, isLocal)) bytes += bytesDeclared(statement);
            begin = end;
        }
        return bytes;
    }

private:
    /// Behind the semicolon, or behind the braces of a statement that is none of interest.
    static std::size_t endOfStatement(TokenSpan words, std::size_t begin) {
        for (std::size_t i = begin; i < words.size(); ++i) {
            if (words[i] == ";") return i + 1;
            if (words[i] == "{") return behindBracket(words, i);
            if (isOpen(words[i])) i = behindBracket(words, i) - 1;
        }
        return words.size();
    }

    /// Typedefs and enumerators, which stand before they are used.
    void readOutermost() {
        for (const TokenSpan declaration : splitTokens(program_, ";"))
            read(declaration);
    }
    /// A declaration. Definitions of functions may stand before it.
    void read(TokenSpan words) {
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (words[i] == "enum") readEnumerators(words.subspan(i));
            if (words[i] == "typedef") return readTypedef(words.subspan(i));
            if (words[i] == "struct" && i + 2 < words.size() && words[i + 2] == "{")
                types_[std::string(words[i + 1])] = membersBytes(words.subspan(i + 2));
            if (isOpen(words[i])) i = behindBracket(words, i) - 1;
        }
    }
    void readEnumerators(TokenSpan words) {
        const auto open = std::size_t(std::ranges::find(words, "{") - words.begin());
        if (open == words.size()) return;
        std::int64_t next = 0;
        for (const TokenSpan one : splitTokens(inBrackets(words, open), ",")) {
            if (one.size() > 2 && one[1] == "=") next = valueIn(one.subspan(2)).value_or(1);
            if (!one.empty()) constants_[std::string(one[0])] = next++;
        }
    }
    void readTypedef(TokenSpan words) {
        if (words.size() < 2 || !isName(words.back())) return;
        const auto open = std::ranges::find(words, "{");
        types_[std::string(words.back())] = open != words.end()
                                                ? membersBytes(words.subspan(std::size_t(open - words.begin())))
                                                : typeBytes(words.subspan(1, words.size() - 2));
    }

    /// Without padding. `words` begins with the struct's brace.
    std::uint64_t membersBytes(TokenSpan words) const {
        const TokenSpan members = inBrackets(words, 0);
        std::uint64_t bytes = 0;
        for (std::size_t begin = 0; begin < members.size();) {
            const std::size_t end = endOfStatement(members, begin);
            bytes += bytesDeclared(members.subspan(begin, end - begin));
            begin = end;
        }
        return bytes;
    }

    /// Of a type without its declarators; at least a byte.
    std::uint64_t typeBytes(TokenSpan words) const {
        constexpr int pointer = 8;
        std::string type;
        for (const std::string_view word : words) {
            if (word == "*") return pointer;
            if (!isQualifier(word) && isName(word)) type.append(type.empty() ? "" : " ").append(word);
        }
        if (const auto known = types_.find(type); known != types_.end()) return known->second;
        if (type == "size_t" || type == "ptrdiff_t") return pointer;
        return std::uint64_t(std::max(1, bytesOfType(shortTypeName(type))));
    }

    /// Of all variables of one declaration. A pointer to local memory is none in it.
    std::uint64_t bytesDeclared(TokenSpan words) const {
        // The type ends before the first star, or before the first name that a bracket, a comma or the end follows.
        std::size_t name = 0;
        while (name + 1 < words.size() && words[name] != "*" &&
               (!isName(words[name]) || isName(words[name + 1]) || words[name + 1] == "*"))
            ++name;
        const std::uint64_t element = typeBytes(words.first(name));
        std::uint64_t bytes = 0;
        for (std::size_t i = name; i < words.size() && words[i] != ";";) {
            std::uint64_t count = words[i] == "*" ? 0 : 1;
            while (i < words.size() && words[i] != "," && words[i] != ";") {
                const std::size_t next = isOpen(words[i]) ? behindBracket(words, i) : i + 1;
                if (words[i] == "[") count = std::min(count * lengthIn(inBrackets(words, i)), longest);
                i = next;
            }
            bytes += count * element;
            if (i < words.size() && words[i] == ",") ++i;
        }
        return bytes;
    }

    std::uint64_t lengthIn(TokenSpan words) const {
        return std::uint64_t(std::clamp<std::int64_t>(valueIn(words).value_or(1), 1, longest));
    }

    /// Nothing for an expression that only a compiler can read.
    std::optional<std::int64_t> valueIn(TokenSpan words) const {
        std::vector<std::string> numbers; // stay valid for `read`
        numbers.reserve(words.size());
        CodeTokens read;
        for (std::size_t i = 0; i < words.size(); ++i) {
            std::optional<std::int64_t> value;
            if (words[i] == "sizeof" && i + 1 < words.size() && words[i + 1] == "(") {
                value = std::int64_t(typeBytes(inBrackets(words, i + 1)));
                i = behindBracket(words, i + 1) - 1;
            } else if (const auto known = constants_.find(words[i]); known != constants_.end()) {
                value = known->second;
            } else if (isName(words[i])) {
                return std::nullopt;
            }
            read.push_back(value ? numbers.emplace_back(std::to_string(*value)) : words[i]);
        }
        try {
            return valueOf(read);
        } catch (const Error&) {
            return std::nullopt;
        }
    }

    TokenSpan program_;
    std::map<std::string, std::uint64_t, std::less<>> types_;
    std::map<std::string, std::int64_t, std::less<>> constants_;
};
} // namespace

bool mayDeclareLocalMemory(std::string_view text) {
    constexpr std::string_view keyword = "local ";
    for (std::size_t at = text.find(keyword); at != std::string_view::npos; at = text.find(keyword, at + 1)) {
        const std::size_t end = text.find_first_of(";[(){*\n", at);
        if (end != std::string_view::npos && (text[end] == ';' || text[end] == '[')) return true;
    }
    return false;
}

std::uint64_t declaredLocalBytes(const ProgramTokens& program, std::string_view kernel) {
    CodeTokens all, words;
    for (const ProgramToken& token : program)
        if (!token.isDirective()) all.push_back(token.text);
    for (std::size_t i = behindAttributes(all, 0); i < all.size(); i = behindAttributes(all, i + 1))
        words.push_back(all[i]);
    return LocalDeclarations(words).bytesOf(kernel);
}

} // namespace lightbench
