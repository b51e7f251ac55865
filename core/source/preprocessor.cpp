#include "core/source/preprocessor.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/base/error.h"
#include "core/framework/code_words.h"
#include "core/source/condition.h"

namespace lightbench {

namespace {
constexpr auto npos = std::string_view::npos;

std::string_view withoutSpace(std::string_view text) {
    while (!text.empty() && isTokenSpace(text))
        text.remove_prefix(text[0] == '\\' ? 2 : 1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

[[noreturn]] void cannot(const std::string& what) { throw Error(ErrorKind::Build, "the preprocessor cannot " + what); }

bool isInItsOwnExpansion(const ProgramToken& token) {
    for (const HiddenMacro* one = token.hidden; one; one = one->next)
        if (one->name == token.text) return true;
    return false;
}
} // namespace

std::string_view logicalLine(std::string_view text) {
    std::size_t end = text.find('\n');
    while (end != npos && end > 0 && text[end - 1] == '\\')
        end = text.find('\n', end + 1);
    return text.substr(0, end == npos ? npos : end + 1);
}

ProgramTokens tokensOf(std::string_view text) {
    ProgramTokens tokens;
    std::size_t counted = 0; // the line ends before it are in `line`
    int line = 0;
    for (const std::string_view token : codeTokens(text)) {
        const auto at = std::size_t(token.data() - text.data());
        line += int(std::ranges::count(text.substr(counted, at - counted), '\n'));
        counted = at + token.size();
        tokens.push_back({token, {}, line});
    }
    return tokens;
}

Preprocessor::Preprocessor(const Defines& ofCompiler, std::set<std::string> builtins) : builtins_(std::move(builtins)) {
    for (const auto& [name, value] : ofCompiler) {
        define(name, value);
        ofCompiler_.insert(macros_.find(name)->first);
    }
}

void Preprocessor::define(const std::string& name, const std::string& value) {
    const std::string_view key = keep(name);
    macros_[key] = {false, {}, tokensOf(keep(value))};
    ofCompiler_.erase(key);
}

ProgramTokens Preprocessor::run(const std::string& text) {
    for (std::string_view rest = keep(withoutComments(text)); !rest.empty();) {
        const std::string_view line = logicalLine(rest);
        rest.remove_prefix(line.size());
        const std::string_view content = withoutSpace(line);
        const auto lines = int(std::ranges::count(line, '\n'));
        if (content.starts_with('#'))
            takeDirective(content);
        else if (isActive())
            takeText(line);
        line_ += lines;
    }
    flush();
    if (!conditions_.empty()) cannot("find the #endif of an #if");
    return std::move(output_);
}

std::string Preprocessor::guards() const {
    std::string text;
    const auto add = [&](const std::string& condition, const std::string& name) {
        text += condition + name + "\n#error the tests take it otherwise: " + name + "\n#endif\n";
    };
    for (const std::string& name : taken_)
        name.starts_with("__builtin") ? add("#if !__has_builtin(" + name + ") //", name) : add("#ifndef ", name);
    for (const std::string& name : notTaken_)
        name.starts_with("__builtin") ? add("#if __has_builtin(" + name + ") //", name) : add("#ifdef ", name);
    return text;
}

void Preprocessor::takeText(std::string_view line) {
    for (ProgramToken token : tokensOf(line)) {
        token.file = file_;
        token.line += line_;
        pending_.push_back(token);
    }
}

/// Calls of macros may go over lines, but not over directives.
void Preprocessor::flush() {
    const ProgramTokens tokens = expanded(pending_);
    output_.insert(output_.end(), tokens.begin(), tokens.end());
    pending_.clear();
}

void Preprocessor::takeDirective(std::string_view line) {
    std::string_view rest = withoutSpace(line.substr(1));
    const std::string_view word =
        rest.substr(0, std::min(rest.find_first_not_of("abcdefghijklmnopqrstuvwxyz"), rest.size()));
    rest = withoutSpace(rest.substr(word.size()));
    constexpr std::array<std::string_view, 6> conditional{"if", "ifdef", "ifndef", "elif", "else", "endif"};
    if (std::ranges::find(conditional, word) != conditional.end()) return takeCondition(word, rest);
    if (!isActive() || word.empty()) return;
    flush();
    if (word == "define") {
        takeDefine(rest);
    } else if (word == "undef") {
        ofCompiler_.erase(rest);
        macros_.erase(rest);
        undefined_.insert(rest);
    } else if (word == "line") {
        line_ = std::atoi(std::string(rest).c_str()) - 1; // of the line that follows, which run() counts on to
        const std::size_t begin = rest.find('"');
        if (begin != npos) file_ = rest.substr(begin + 1, rest.rfind('"') - begin - 1);
    } else if (word == "pragma" || word == "error") {
        output_.push_back({line, file_, line_});
    } else {
        cannot("take #" + std::string(word));
    }
}

void Preprocessor::takeCondition(std::string_view word, std::string_view rest) {
    if (word.starts_with("if")) {
        flush();
        const bool isOuter = isActive();
        const bool isTaken = isOuter && (word == "if" ? holds(rest) : isDefined(rest) == (word == "ifdef"));
        return conditions_.push_back({isTaken, isTaken, isOuter});
    }
    if (conditions_.empty()) cannot("find the #if of #" + std::string(word));
    flush();
    Condition& condition = conditions_.back();
    if (word == "endif") return conditions_.pop_back();
    condition.isActive = condition.isOuterActive && !condition.wasTaken && (word == "else" || holds(rest));
    condition.wasTaken |= condition.isActive;
}

/// What only a compiler can have defined is noted down, for guards().
bool Preprocessor::isDefined(std::string_view name) {
    const bool is = macros_.contains(name);
    const bool isOfCompiler = name.starts_with("__") || name.starts_with("cl_");
    if (ofCompiler_.contains(name)) taken_.emplace(name);
    if (!is && isOfCompiler && !undefined_.contains(name)) notTaken_.emplace(name);
    return is;
}

bool Preprocessor::hasBuiltin(std::string_view name) {
    const bool has = builtins_.contains(std::string(name));
    (has ? taken_ : notTaken_).emplace(name);
    return has;
}

void Preprocessor::takeDefine(std::string_view rest) {
    const std::string_view name = rest.substr(0, lengthOfToken(rest));
    rest.remove_prefix(name.size());
    Macro macro;
    macro.isFunction = rest.starts_with('(');
    if (macro.isFunction) {
        const std::size_t close = rest.find(')');
        for (const ProgramToken& token : tokensOf(rest.substr(1, close - 1)))
            if (isName(token.text))
                macro.parameters.push_back(token.text);
            else if (token.text != ",")
                cannot("take the parameters of " + std::string(name));
        rest.remove_prefix(close + 1);
    }
    macro.body = tokensOf(rest);
    for (const ProgramToken& token : macro.body)
        if (token.text == "#") cannot("make text of an argument of " + std::string(name));
    ofCompiler_.erase(name);
    macros_[name] = std::move(macro);
}

bool Preprocessor::holds(std::string_view expression) {
    const ProgramTokens all = tokensOf(expression);
    ProgramTokens asked;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool isBuiltin = all[i].text == "__has_builtin";
        if (!isBuiltin && all[i].text != "defined") {
            asked.push_back(all[i]);
            continue;
        }
        const bool isInside = i + 3 < all.size() && all[i + 1].text == "(";
        const std::size_t at = i + (isInside ? 2 : 1);
        if (at >= all.size() || (isBuiltin && !isInside)) cannot("take #if " + std::string(expression));
        asked.push_back({(isBuiltin ? hasBuiltin(all[at].text) : isDefined(all[at].text)) ? "1" : "0"});
        i = at + (isInside ? 1 : 0);
    }
    std::vector<std::string_view> words;
    for (const ProgramToken& token : expanded(asked)) {
        if (isName(token.text)) isDefined(token.text);
        words.push_back(token.text);
    }
    return valueOf(words) != 0;
}

bool Preprocessor::isMacro(const ProgramToken& token) const {
    return isName(token.text) && macros_.contains(token.text) && !isInItsOwnExpansion(token);
}

bool Preprocessor::isFunctionMacro(std::string_view name) const {
    const auto found = macros_.find(name);
    return found != macros_.end() && found->second.isFunction;
}

/// Of a call whose parenthesis is the last of `rest`, which is the other way round. False where there is none.
bool Preprocessor::takeArguments(ProgramTokens& rest, std::vector<ProgramTokens>& arguments) const {
    if (rest.empty() || rest.back().text != "(") return false;
    std::size_t at = rest.size() - 1;
    arguments.assign(1, {});
    for (int depth = 1; depth > 0;) {
        if (at == 0) cannot("find the end of a macro's call");
        const ProgramToken& token = rest[--at];
        depth += token.text == "(" ? 1 : token.text == ")" ? -1 : 0;
        if (depth == 1 && token.text == ",")
            arguments.emplace_back();
        else if (depth > 0)
            arguments.back().push_back(token);
    }
    rest.resize(at);
    return true;
}

ProgramTokens Preprocessor::expanded(const ProgramTokens& tokens) {
    ProgramTokens rest(tokens.rbegin(), tokens.rend()), done;
    std::vector<ProgramTokens> arguments;
    while (!rest.empty()) {
        const ProgramToken token = rest.back();
        rest.pop_back();
        if (!isMacro(token)) {
            done.push_back(token);
            continue;
        }
        const Macro& macro = macros_.find(token.text)->second;
        arguments.clear();
        if (macro.isFunction && !takeArguments(rest, arguments)) {
            done.push_back(token);
            continue;
        }
        if (ofCompiler_.contains(token.text)) taken_.emplace(token.text);
        const ProgramTokens result = replacement(macro, arguments, token);
        rest.insert(rest.end(), result.rbegin(), result.rend());
    }
    return done;
}

ProgramTokens Preprocessor::replacement(const Macro& macro, const std::vector<ProgramTokens>& arguments,
                                        const ProgramToken& call) {
    if (macro.isFunction && arguments.size() != std::max<std::size_t>(1, macro.parameters.size()))
        cannot("call " + std::string(call.text) + " with " + std::to_string(arguments.size()) + " arguments");
    ProgramTokens result;
    bool isPasting = false, wasEmpty = true;
    for (std::size_t i = 0; i < macro.body.size(); ++i) {
        const ProgramToken& token = macro.body[i];
        if (token.text == "##") {
            isPasting = true;
            continue;
        }
        const bool isPasted = isPasting || (i + 1 < macro.body.size() && macro.body[i + 1].text == "##");
        const auto parameter = std::ranges::find(macro.parameters, token.text);
        ProgramTokens part{token};
        if (parameter != macro.parameters.end()) {
            const ProgramTokens& argument = arguments[std::size_t(parameter - macro.parameters.begin())];
            part = isPasted ? argument : expanded(argument);
        }
        if (isPasting && !wasEmpty && !part.empty()) {
            result.back().text = keep(std::string(result.back().text) + std::string(part.front().text));
            part.erase(part.begin());
        } else {
            wasEmpty = part.empty();
        }
        isPasting = false;
        result.insert(result.end(), part.begin(), part.end());
    }
    hide(result, call);
    return result;
}

/// What a call became stands where it stood, and holds neither its macro again nor those that the call came from.
void Preprocessor::hide(ProgramTokens& tokens, const ProgramToken& call) {
    for (ProgramToken& token : tokens) {
        token.file = call.file;
        token.line = call.line;
        if (!isName(token.text)) continue;
        for (const HiddenMacro* one = call.hidden; one; one = one->next)
            token.hidden = &hidden_.emplace_back(HiddenMacro{one->name, token.hidden});
        token.hidden = &hidden_.emplace_back(HiddenMacro{call.text, token.hidden});
    }
}

} // namespace lightbench
