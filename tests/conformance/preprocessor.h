// A preprocessor for kernels: what a compiler's own makes of them, as tokens, so that equal programs are seen to be
// equal.
#pragma once

#include <deque>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lightbench {

/// A macro that a word came from, and those around it.
struct HiddenMacro {
    std::string_view name;
    const HiddenMacro* next = nullptr;
};

/// One word, number, text or sign of a program; or the whole line of a directive that is the compiler's (#pragma).
struct ProgramToken {
    std::string_view text;
    std::string_view file; ///< as #line names it
    int line = 0;
    const HiddenMacro* hidden = nullptr; ///< what it came from, which is not expanded in it again
    bool isDirective() const { return text.starts_with('#') && text.size() > 2; }
};

using ProgramTokens = std::vector<ProgramToken>;

/// The tokens of `text` as C separates them, each as long as it can be. Without comments.
ProgramTokens tokensOf(std::string_view text);
bool isName(std::string_view token);

/// Knows what OpenCL C's kernels here use of C's preprocessor; throws Error(Build) for what it does not. What a
/// compiler defines by itself is `ofCompiler`, what it has for __has_builtin is `builtins`.
class Preprocessor {
public:
    using Defines = std::vector<std::pair<std::string, std::string>>;
    Preprocessor(const Defines& ofCompiler, std::set<std::string> builtins);
    void define(const std::string& name, const std::string& value);
    /// Of a whole program. They are valid as long as this lives.
    ProgramTokens run(const std::string& text);
    /// Lines that the compiler fails by where it has not defined what conditions took for defined, or the reverse.
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
    bool isActive() const { return conditions_.empty() || conditions_.back().isActive; }
    void takeDirective(std::string_view line);
    void takeCondition(std::string_view word, std::string_view rest);
    void takeDefine(std::string_view rest);
    void takeText(std::string_view line);
    void flush();
    bool isDefined(std::string_view name);
    bool hasBuiltin(std::string_view name);
    bool holds(std::string_view expression);
    ProgramTokens expanded(const ProgramTokens& tokens);
    bool isMacro(const ProgramToken& token) const;
    bool takeArguments(ProgramTokens& rest, std::vector<ProgramTokens>& arguments) const;
    ProgramTokens replacement(const Macro& macro, const std::vector<ProgramTokens>& arguments,
                              const ProgramToken& call);
    void hide(ProgramTokens& tokens, const ProgramToken& call);

    const std::set<std::string> builtins_;
    std::deque<std::string> kept_;
    std::deque<HiddenMacro> hidden_;
    std::unordered_map<std::string_view, Macro> macros_;
    std::set<std::string_view> ofCompiler_;  ///< of macros_, what nothing here defined
    std::set<std::string> taken_, notTaken_; ///< what conditions asked of the compiler's
    std::set<std::string_view> undefined_;   ///< by the program
    std::vector<Condition> conditions_;
    std::string_view file_;
    int line_ = 1;
    ProgramTokens pending_, output_;
};

} // namespace lightbench
