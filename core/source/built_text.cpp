// Walks over the lines of a program with a preprocessor beside, and keeps what the compiler would see. Definitions and
// comments that nothing needs then go.
#include "core/source/built_text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/framework/code_words.h"
#include "core/source/condition.h"
#include "core/source/constant_branches.h"
#include "core/source/preprocessor.h"
#include "core/source/reached_functions.h"

namespace lightbench {

namespace {
using Place = std::pair<std::string, int>; ///< file and line

/// A line, or several that backslashes join.
struct PreprocessedLine {
    enum Kind { Blank, Comment, Code, Pragma, Definition, Undefinition } kind = Blank;
    std::string text;
    std::string file;
    std::string macro{};       ///< the name of a Definition or an Undefinition
    bool isEliminated = false; ///< the compiler does not see it, or no kernel reaches it
};

Preprocessor preprocessorFor(const BuildInput& input) {
    Preprocessor preprocessor(input.compiler.defines, input.compiler.builtins);
    for (const auto& [name, value] : input.defines)
        preprocessor.define(name, value);
    return preprocessor;
}

/// Which lines the compiler sees, and which of them the kernels reach.
class ReachedLines {
public:
    ReachedLines(const std::string& text, const BuildInput& input) : whole_(preprocessorFor(input)) {
        const ProgramTokens tokens = whole_.run(text);
        add(tokens, written_);
        for (const std::string& kernel : input.kernels)
            add(withoutUnreached(tokens, kernel), reached_);
        if (reached_.empty()) reached_ = written_;
    }
    /// True if a line has code, and no kernel reaches it.
    bool isUnreached(const Place& place) const { return written_.contains(place) && !reached_.contains(place); }
    bool hasCode(const Place& place) const { return written_.contains(place); }

private:
    static void add(const ProgramTokens& tokens, std::set<Place>& places) {
        for (const ProgramToken& token : tokens)
            places.emplace(token.file, token.line);
    }
    Preprocessor whole_;
    std::set<Place> written_, reached_;
};

bool isWholeNumber(std::string_view token) {
    return std::isdigit(static_cast<unsigned char>(token[0])) &&
           token.find_first_of(".eEpPfF") == std::string_view::npos;
}

bool isOperator(std::string_view token) {
    const bool isComparison = token == "==" || token == "!=" || token == "<=" || token == ">=";
    return isComparison || (token.size() <= 2 && !token.ends_with("=") &&
                            token.find_first_not_of("()+-*/%<>=!&|?:~^") == std::string_view::npos);
}

/// The number that an expression of whole numbers has; nothing for any other.
std::optional<std::string> numberOf(const ProgramTokens& tokens) {
    CodeTokens words;
    bool isUnsigned = false;
    for (const ProgramToken& token : tokens) {
        const bool isNumber = isWholeNumber(token.text);
        const bool isHex = token.text.starts_with("0x") || token.text.starts_with("0X");
        if (isHex || (!isNumber && !isOperator(token.text))) return std::nullopt;
        isUnsigned |= isNumber && token.text.find_first_of("uU") != std::string_view::npos;
        words.push_back(token.text);
    }
    try {
        const std::int64_t value = valueOf(words);
        if (isUnsigned && (value < 0 || value > 0xFFFFFFFF)) return std::nullopt;
        return std::to_string(value) + (isUnsigned ? "u" : "");
    } catch (const Error&) {
        return std::nullopt;
    }
}

/// What may stand in place of a macro: nothing, one word, a number, or what declares a kernel.
std::optional<std::string> plainText(const ProgramTokens& tokens) {
    if (tokens.empty()) return "";
    if (tokens.size() == 1) return std::string(tokens[0].text);
    if (tokens[0].text != "kernel") return numberOf(tokens);
    std::string text;
    for (const ProgramToken& token : tokens) {
        const bool isClose = token.text == ")" || token.text == ",";
        if (!text.empty() && !isClose && text.back() != '(' && token.text != "(") text += ' ';
        if (token.text == "(" && text.ends_with("kernel")) text += ' ';
        text += token.text;
    }
    return text;
}

/// Replaces macros in pieces of code by what the preprocessor has for them now.
class Replacer {
public:
    explicit Replacer(Preprocessor& preprocessor) : preprocessor_(preprocessor) {}

    /// Names in `kept`, such as a macro's parameters, stay.
    std::string replaced(std::string_view code, const std::set<std::string_view>& kept = {}) {
        const ProgramTokens tokens = tokensOf(code);
        std::string result;
        std::size_t copied = 0;
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            if (!preprocessor_.isMacro(tokens[i]) || kept.contains(tokens[i].text) || isPasted(tokens, i)) continue;
            const std::size_t last = lastOfCall(tokens, i);
            if (last == std::string_view::npos || holds(tokens, i, last, kept)) continue;
            const std::optional<std::string> value = valueFor(tokens, i, last);
            if (!value) continue;
            const auto begin = std::size_t(tokens[i].text.data() - code.data());
            result.append(code.substr(copied, begin - copied)).append(*value);
            copied = std::size_t(tokens[last].text.data() - code.data()) + tokens[last].text.size();
            i = last;
        }
        return result.append(code.substr(copied));
    }

private:
    static bool isPasted(const ProgramTokens& tokens, std::size_t i) {
        return (i > 0 && tokens[i - 1].text == "##") || (i + 1 < tokens.size() && tokens[i + 1].text == "##");
    }
    static bool holds(const ProgramTokens& tokens, std::size_t first, std::size_t last,
                      const std::set<std::string_view>& names) {
        for (std::size_t i = first; i <= last; ++i)
            if (names.contains(tokens[i].text)) return true;
        return false;
    }
    /// The index of the last token of the macro's use; std::string_view::npos if a call does not end in these tokens.
    std::size_t lastOfCall(const ProgramTokens& tokens, std::size_t i) const {
        if (!preprocessor_.isFunctionMacro(tokens[i].text)) return i;
        if (i + 1 >= tokens.size() || tokens[i + 1].text != "(") return std::string_view::npos;
        int depth = 0;
        for (std::size_t at = i + 1; at < tokens.size(); ++at)
            if ((depth += bracketChange(tokens[at].text)) == 0) return at;
        return std::string_view::npos;
    }
    std::optional<std::string> valueFor(const ProgramTokens& tokens, std::size_t first, std::size_t last) {
        try {
            return plainText(preprocessor_.expanded(
                {tokens.begin() + std::ptrdiff_t(first), tokens.begin() + std::ptrdiff_t(last) + 1}));
        } catch (const Error&) {
            return std::nullopt; // a call that goes on in the next line
        }
    }

    Preprocessor& preprocessor_;
};

std::string_view codeOfLine(std::string_view line) { return line.substr(0, std::min(line.find("//"), line.size())); }

/// One space before each backslash at the end of a line, since replaced words have other lengths.
std::string withShortEnds(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '\n' && result.ends_with('\\')) {
            result.pop_back();
            while (result.ends_with(' '))
                result.pop_back();
            result += " \\";
        }
        result += c;
    }
    return result;
}

/// Turns the text of a program into lines that say what they are and whether they stay.
class Walk {
public:
    Walk(const std::string& text, const BuildInput& input)
        : text_(text), reached_(text, input), preprocessor_(preprocessorFor(input)), replacer_(preprocessor_) {}

    std::vector<PreprocessedLine> lines() {
        for (std::string_view rest = text_; !rest.empty();) {
            const std::string_view line = logicalLine(rest);
            rest.remove_prefix(line.size());
            take(line);
            line_ += int(std::ranges::count(line, '\n'));
        }
        replaceInDefinitions();
        return std::move(lines_);
    }
    /// OpenCL names the extensions of a device, so that their macros are known.
    std::vector<std::string> assumed(const std::set<std::string>& absent) const {
        std::vector<std::string> names;
        for (const std::string& name : preprocessor_.notDefined())
            if (!absent.contains(name) && !name.starts_with("cl_")) names.push_back(name);
        return names;
    }

private:
    void take(std::string_view line) {
        const std::string_view content = trimmed(line);
        if (content.empty()) return add(PreprocessedLine::Blank, "");
        if (content.starts_with('#')) return takeDirective(line, trimmed(codeOfLine(content)));
        if (content.starts_with("//")) return add(PreprocessedLine::Comment, line, !preprocessor_.isActive());
        if (!preprocessor_.isActive()) return add(PreprocessedLine::Code, line, true);
        const Place place(file_, line_);
        if (reached_.hasCode(place)) isUnreached_ = reached_.isUnreached(place);
        const std::string_view code = codeOfLine(line);
        add(PreprocessedLine::Code, replacer_.replaced(code) + std::string(line.substr(code.size())), isUnreached_);
    }

    void takeDirective(std::string_view line, std::string_view directive) {
        const std::string_view words = trimmed(directive.substr(1));
        const bool isActive = preprocessor_.isActive();
        if (words.starts_with("line")) return takePlace(words);
        if (words.starts_with("pragma")) return add(PreprocessedLine::Pragma, line, !isActive);
        preprocessor_.takeDirective(directive);
        const bool isDefinition = words.starts_with("define"), isEnd = words.starts_with("undef");
        if (!isDefinition && !isEnd) return;
        add(isEnd ? PreprocessedLine::Undefinition : PreprocessedLine::Definition, line, !isActive);
        const ProgramTokens tokens = tokensOf(words);
        if (tokens.size() > 1) lines_.back().macro = tokens[1].text;
    }

    void takePlace(std::string_view words) {
        const std::size_t number = words.find_first_of("0123456789"), begin = words.find('"');
        if (number != std::string_view::npos)
            std::from_chars(words.data() + number, words.data() + words.size(), line_);
        --line_; // of the line that follows
        if (begin != std::string_view::npos) file_ = words.substr(begin + 1, words.rfind('"') - begin - 1);
    }

    void add(PreprocessedLine::Kind kind, std::string_view text, bool isEliminated = false) {
        if (text.ends_with('\n')) text.remove_suffix(1);
        lines_.push_back({kind, std::string(text), file_, {}, isEliminated});
    }

    /// Macros may name others that are defined behind them, so this comes last.
    void replaceInDefinitions() {
        for (PreprocessedLine& line : lines_) {
            if (line.kind != PreprocessedLine::Definition || line.isEliminated) continue;
            const std::string text = line.text;
            std::size_t body = text.find(line.macro) + line.macro.size();
            std::set<std::string_view> parameters{line.macro};
            if (body < text.size() && text[body] == '(') {
                const std::size_t close = std::min(text.find(')', body), text.size() - 1);
                for (const ProgramToken& token : tokensOf(std::string_view(text).substr(body, close + 1 - body)))
                    parameters.insert(token.text);
                body = close + 1;
                parameters.erase("("), parameters.erase(")"), parameters.erase(",");
            }
            line.text = withShortEnds(text.substr(0, body) +
                                      replacer_.replaced(std::string_view(text).substr(body), parameters));
        }
    }

    const std::string& text_;
    const ReachedLines reached_;
    Preprocessor preprocessor_;
    Replacer replacer_;
    std::vector<PreprocessedLine> lines_;
    std::string file_;
    int line_ = 1;
    bool isUnreached_ = false; ///< whether kernels reach the last line with code
};

using Lines = std::vector<PreprocessedLine>;
using Words = std::set<std::string, std::less<>>;

bool isContent(const PreprocessedLine& line) {
    return line.kind != PreprocessedLine::Blank && line.kind != PreprocessedLine::Comment;
}

bool isDefining(const PreprocessedLine& line) {
    return line.kind == PreprocessedLine::Definition || line.kind == PreprocessedLine::Undefinition;
}

void addWords(const std::string& text, Words& words) {
    const std::string code = withoutComments(text);
    for (const std::string_view token : codeTokens(code))
        if (isName(token)) words.emplace(token);
}

/// Removes definitions that neither code nor another remaining definition names.
void removeUnusedDefinitions(Lines& lines) {
    Words used;
    std::multimap<std::string, const PreprocessedLine*> definitions;
    for (const PreprocessedLine& line : lines) {
        if (line.isEliminated) continue;
        if (line.kind == PreprocessedLine::Code) addWords(line.text, used);
        if (line.kind == PreprocessedLine::Definition) definitions.emplace(line.macro, &line);
    }
    std::vector<std::string> toRead(used.begin(), used.end());
    while (!toRead.empty()) {
        const std::string name = toRead.back();
        toRead.pop_back();
        for (auto [one, end] = definitions.equal_range(name); one != end; ++one) {
            Words words;
            addWords(one->second->text, words);
            for (const std::string& word : words)
                if (used.insert(word).second) toRead.push_back(word);
        }
    }
    for (PreprocessedLine& line : lines)
        if (isDefining(line) && !used.contains(line.macro)) line.isEliminated = true;
}

/// Removes a comment if the lines that it stands above are gone.
void removeOrphanedComments(Lines& lines) {
    for (std::size_t i = 0; i < lines.size();) {
        std::size_t next = i;
        while (next < lines.size() && lines[next].kind == PreprocessedLine::Comment &&
               lines[next].file == lines[i].file)
            ++next;
        const std::size_t comments = next;
        bool isEmpty = true;
        for (; next < lines.size() && isContent(lines[next]); ++next)
            isEmpty = isEmpty && lines[next].isEliminated;
        const bool isOrphaned = isEmpty && next > comments;
        for (std::size_t at = i; at < comments && isOrphaned; ++at)
            lines[at].isEliminated = true;
        i = next == i ? i + 1 : next;
    }
}

/// Removes what is left of files of which only comments are left.
void removeEmptyFiles(Lines& lines) {
    std::set<std::string> full;
    for (const PreprocessedLine& line : lines)
        if (!line.isEliminated && isContent(line)) full.insert(line.file);
    for (PreprocessedLine& line : lines)
        if (!full.contains(line.file)) line.isEliminated = true;
}

/// The head comment: the comment lines at the start of the file. They are taken out of `lines`.
std::string headOf(Lines& lines, const std::string& file) {
    std::string head;
    for (PreprocessedLine& line : lines) {
        if (line.file != file) continue;
        if (line.kind != PreprocessedLine::Comment) break;
        head += line.text + "\n";
        line.isEliminated = true;
    }
    return head;
}

std::string joinedText(const Lines& lines) {
    std::string text, file;
    bool isBlank = true;
    for (const PreprocessedLine& line : lines) {
        if (line.isEliminated || (line.kind == PreprocessedLine::Blank && (isBlank || line.file != file))) continue;
        if (line.file != file) {
            text += (isBlank ? "" : "\n") + std::string("// ---- ") + line.file + "\n\n";
            file = line.file;
        }
        text += line.text + "\n";
        isBlank = line.kind == PreprocessedLine::Blank;
    }
    while (text.ends_with("\n\n"))
        text.pop_back();
    return text;
}

/// Runs of blank lines become one; none stands behind an opening brace.
std::string withoutBlankRuns(const std::string& text) {
    std::string made;
    for (const char c : text)
        if (c != '\n' || !(made.ends_with("\n\n") || made.ends_with("{\n"))) made += c;
    return made;
}

/// Without unused definitions and without the comments on eliminated code. The head comment of `mainFile` comes first,
/// and a line with its path above each file.
std::string composedText(Lines lines, const std::string& mainFile) {
    const std::string head = headOf(lines, mainFile);
    removeUnusedDefinitions(lines);
    removeOrphanedComments(lines);
    removeEmptyFiles(lines);
    Words macros;
    for (const PreprocessedLine& line : lines)
        if (line.kind == PreprocessedLine::Definition && !line.isEliminated) macros.insert(line.macro);
    return head + "\n" + withoutBlankRuns(withoutConstantBranches(joinedText(lines), macros));
}
} // namespace

BuiltText builtText(const KernelSource& source, const BuildInput& input) {
    Walk walk(source.text, input);
    std::vector<PreprocessedLine> lines = walk.lines();
    return {composedText(std::move(lines), source.path), walk.assumed(input.compiler.absent)};
}

} // namespace lightbench
