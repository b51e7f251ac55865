// Finds an `if` whose condition has numbers only, and the extent of its branches.
#include "core/source/constant_branches.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

#include "core/base/error.h"
#include "core/source/condition.h"
#include "core/source/preprocessor.h"

namespace lightbench {

namespace {

/// The text with spaces in place of comments and directives, so that tokens keep their positions.
std::string codeOf(std::string_view text) {
    std::string code;
    code.reserve(text.size());
    const auto blank = [&](std::size_t count) {
        for (; count > 0; --count)
            code += text[code.size()] == '\n' ? '\n' : ' ';
    };
    bool isLineStart = true;
    while (code.size() < text.size()) {
        const std::string_view rest = text.substr(code.size());
        if (isLineStart && rest[0] == '#') {
            blank(logicalLine(rest).size());
        } else if (rest.starts_with("//")) {
            blank(std::min(rest.find('\n'), rest.size()));
        } else if (rest.starts_with("/*")) {
            blank(std::min(rest.find("*/"), rest.size() - 2) + 2);
        } else {
            isLineStart = rest[0] == '\n' || (isLineStart && std::isspace(static_cast<unsigned char>(rest[0])));
            code += rest[0];
        }
    }
    return code;
}

struct Range {
    std::size_t begin, end;
};

/// Statements in the tokens of one version of the text.
class Statements {
public:
    Statements(const std::string& code, const std::set<std::string, std::less<>>& macros)
        : code_(code), tokens_(codeTokens(code)), macros_(macros) {}

    /// The parts of the text to remove, in order, for every outermost `if` with a constant condition.
    std::vector<Range> deadParts() const {
        std::vector<Range> dead;
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            if (!is(i, "if")) continue;
            const std::optional<std::size_t> next = addDead(i, dead);
            if (next) i = *next - 1;
        }
        return dead;
    }

private:
    bool is(std::size_t i, std::string_view text) const { return i < tokens_.size() && tokens_[i] == text; }
    std::size_t begin(std::size_t i) const {
        return i < tokens_.size() ? std::size_t(tokens_[i].data() - code_.data()) : code_.size();
    }
    std::size_t end(std::size_t i) const { return begin(i) + tokens_[i].size(); }

    /// The index behind the statement that begins at `i`.
    std::size_t behindStatement(std::size_t i) const {
        for (int ifs = 0;; ++i) { // those whose else may follow
            for (; is(i, "if") || is(i, "for") || is(i, "while") || is(i, "switch"); i = behindBracket(tokens_, i + 1))
                ifs += is(i, "if");
            i = is(i, "{") ? behindBracket(tokens_, i) : behindSemicolon(i);
            if (ifs-- == 0 || !is(i, "else")) return i;
        }
    }
    std::size_t behindSemicolon(std::size_t i) const {
        while (i < tokens_.size() && !is(i, ";"))
            i = bracketChange(tokens_[i]) > 0 ? behindBracket(tokens_, i) : i + 1;
        return std::min(i + 1, tokens_.size());
    }

    std::optional<bool> constantAt(std::size_t first, std::size_t behind) const {
        const TokenSpan words = TokenSpan(tokens_).subspan(first, behind - first);
        const auto isUnknown = [](std::string_view word) {
            const bool isNumber = std::isdigit(static_cast<unsigned char>(word[0]));
            return isName(word) || word == "," || (isNumber && word.find('.') != std::string_view::npos);
        };
        if (std::ranges::any_of(words, isUnknown)) return std::nullopt;
        try {
            return valueOf(words) != 0;
        } catch (const Error&) {
            return std::nullopt;
        }
    }

    /// A macro that is called like a statement may need no semicolon, so that the end of its statement is unknown.
    bool hidesStatements(std::size_t first, std::size_t behind) const {
        if (is(first, "{")) return false;
        for (std::size_t i = first; i < behind; ++i)
            if (macros_.contains(tokens_[i])) return true;
        return false;
    }

    /// Adds what is dead of the `if` at `i`. Gives the index behind the statement, or nothing if it stays as it is.
    std::optional<std::size_t> addDead(std::size_t i, std::vector<Range>& dead) const {
        if (!is(i + 1, "(")) return std::nullopt;
        const std::size_t yes = behindBracket(tokens_, i + 1);
        const std::optional<bool> value = constantAt(i + 1, yes);
        if (!value || yes >= tokens_.size()) return std::nullopt;
        const std::size_t behindYes = behindStatement(yes);
        const bool hasElse = is(behindYes, "else");
        const std::size_t behind = hasElse ? behindStatement(behindYes + 1) : behindYes;
        if (hidesStatements(yes, behindYes) || (hasElse && hidesStatements(behindYes + 1, behind))) return std::nullopt;
        if (*value) {
            dead.push_back({begin(i), begin(yes)});
            if (hasElse) dead.push_back({end(behindYes - 1), end(behind - 1)});
        } else if (hasElse) {
            dead.push_back({begin(i), begin(behindYes + 1)});
        } else if (i > 0 && is(i - 1, "else")) {
            dead.push_back({begin(i - 1), end(behind - 1)});
        } else if (i > 0 && (is(i - 1, ";") || is(i - 1, "{") || is(i - 1, "}"))) {
            dead.push_back({begin(i), end(behind - 1)});
        } else {
            return std::nullopt; // it is the branch of another statement, which needs one
        }
        return behind;
    }

    const std::string& code_;
    const CodeTokens tokens_;
    const std::set<std::string, std::less<>>& macros_;
};

/// Takes the whole lines if nothing else stands in them.
Range withEmptyLines(const std::string& text, Range range) {
    const std::size_t before = range.begin == 0 ? std::string::npos : text.find_last_not_of(" \t", range.begin - 1);
    const std::size_t after = text.find('\n', range.end);
    const bool isAlone = before == std::string::npos || text[before] == '\n';
    const std::size_t next = std::min(text.find_first_not_of(" \t", range.end), text.size());
    const bool isEmpty = after != std::string::npos && (next == after || text.compare(next, 2, "//") == 0);
    if (!isAlone || !isEmpty) return range;
    return {before == std::string::npos ? 0 : before + 1, after + 1};
}
} // namespace

std::string withoutConstantBranches(std::string text, const std::set<std::string, std::less<>>& macros) {
    for (;;) {
        const std::string code = codeOf(text);
        std::vector<Range> dead = Statements(code, macros).deadParts();
        if (dead.empty()) return text;
        std::ranges::reverse(dead);
        for (const Range& one : dead) {
            const Range range = withEmptyLines(text, one);
            text.erase(range.begin, range.end - range.begin);
        }
    }
}

} // namespace lightbench
