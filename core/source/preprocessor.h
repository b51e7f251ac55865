// A C preprocessor for kernels. It gives the tokens that a compiler would see, and the values of macros line by line.
// The listing of a program as built uses it, and so do the tests. Errors are thrown as Error(Build).
#pragma once

#include <deque>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/framework/code_tokens.h"

namespace lightbench {

/// A macro that produced a token, and the macros around it.
struct HiddenMacro {
    std::string_view name;
    const HiddenMacro* next = nullptr;
};

/// One token: a word, number, text or sign, or the whole line of a directive that stays for the compiler (#pragma).
struct ProgramToken {
    std::string_view text;
    std::string_view file; ///< as named by #line
    int line = 0;
    const HiddenMacro* hidden = nullptr; ///< macros that produced it and are not expanded in it again
    bool isDirective() const { return text.starts_with('#') && text.size() > 2; }
};

using ProgramTokens = std::vector<ProgramToken>;

/// The tokens of a text without comments, with their lines counted from 0.
ProgramTokens tokensOf(std::string_view text);
/// Up to the end of the line that no backslash stands before, with that end.
std::string_view logicalLine(std::string_view text);

/// Supports the part of C's preprocessor that the kernels use, and throws Error(Build) for anything else. `ofCompiler`:
/// macros that the compiler defines. `builtins`: names for which __has_builtin is true.
class Preprocessor {
public:
    using Defines = std::vector<std::pair<std::string, std::string>>;
    Preprocessor(const Defines& ofCompiler, std::set<std::string> builtins);
    void define(const std::string& name, const std::string& value);
    /// The tokens of a whole program, valid as long as this object lives.
    ProgramTokens run(const std::string& text);
    /// Takes one directive, such as "#if A", without comments. The text must live as long as this object.
    void takeDirective(std::string_view line);
    /// True if lines count now: every #if around them was taken.
    bool isActive() const { return conditions_.empty() || conditions_.back().isActive; }
    bool isMacro(const ProgramToken& token) const;
    bool isFunctionMacro(std::string_view name) const;
    /// The tokens with every macro replaced.
    ProgramTokens expanded(const ProgramTokens& tokens);
    /// The compiler's own macros that conditions asked for and that are not defined here.
    const std::set<std::string>& notDefined() const { return notTaken_; }
    /// Lines that fail to compile if the compiler's own macros differ from those that conditions relied on.
    std::string guards() const;

private:
    struct Macro {
        bool isFunction = false;
        std::vector<std::string_view> parameters;
        ProgramTokens body;
    };
    struct Condition {
        bool isActive, wasTaken, isOuterActive;
    };
    std::string_view keep(std::string text) { return kept_.emplace_back(std::move(text)); }
    void takeCondition(std::string_view word, std::string_view rest);
    void takeDefine(std::string_view rest);
    void takeText(std::string_view line);
    void flush();
    bool isDefined(std::string_view name);
    bool hasBuiltin(std::string_view name);
    bool holds(std::string_view expression);
    bool takeArguments(ProgramTokens& rest, std::vector<ProgramTokens>& arguments) const;
    ProgramTokens replacement(const Macro& macro, const std::vector<ProgramTokens>& arguments,
                              const ProgramToken& call);
    void hide(ProgramTokens& tokens, const ProgramToken& call);

    const std::set<std::string> builtins_;
    std::deque<std::string> kept_;
    std::deque<HiddenMacro> hidden_;
    std::unordered_map<std::string_view, Macro> macros_;
    std::set<std::string_view> ofCompiler_;  ///< names of macros_ that the compiler defines
    std::set<std::string> taken_, notTaken_; ///< compiler macros that conditions found defined or undefined
    std::set<std::string_view> undefined_;   ///< names that the program undefined
    std::vector<Condition> conditions_;
    std::string_view file_;
    int line_ = 1;
    ProgramTokens pending_, output_;
};

} // namespace lightbench
