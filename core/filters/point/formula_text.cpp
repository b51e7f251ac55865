// Reads a formula by recursive descent, with muparser's precedences, and writes each part as OpenCL C.
#include "core/filters/point/formula_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>
#include <string_view>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/filters/point/formula_names.h"
#include "core/framework/plan.h"

namespace lightbench {

namespace {
constexpr std::size_t longestFormula = 1000;
constexpr int deepestFormula = 40; ///< compilers limit how deeply parentheses nest

/// A part of the translation. `level` is the precedence of its outermost operator; what needs no parentheses anywhere
/// has the level of a primary.
struct KernelCode {
    std::string text;
    int level;
    int depth = 0; ///< of nested parentheses
};
constexpr int primaryLevel = 100;

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

template <class Row> const Row* rowCalled(std::span<const Row> table, std::string_view name) {
    const auto found = std::ranges::find_if(table, [name](const Row& row) { return row.name == name; });
    return found == table.end() ? nullptr : &*found;
}

std::vector<std::string> formulaNames() {
    std::vector<std::string> names{"s", "pi"};
    for (const FormulaVariable& variable : formulaVariables())
        names.emplace_back(variable.name);
    for (const FormulaFunction& function : formulaFunctions())
        names.emplace_back(function.name);
    return names;
}

/// Reads one expression of the formula, which ends at `end`.
class ExpressionReader {
public:
    ExpressionReader(const std::string& formula, std::size_t begin, std::size_t end)
        : formula_(formula), at_(begin), end_(end) {
        made_.text = std::string(begin, ' ') + formula.substr(begin, end - begin);
    }
    FormulaExpression read() {
        made_.kernelCode = conditional().text;
        if (!token().empty()) misplaced();
        return std::move(made_);
    }

private:
    /// The next token without taking it; empty at the end. A character that begins none is a token.
    std::string_view token() {
        while (at_ < end_ && isBlank(formula_[at_]))
            ++at_;
        const std::string_view rest = std::string_view(formula_).substr(at_, end_ - at_);
        if (rest.empty()) return rest;
        if (isLetter(rest[0])) return rest.substr(0, nameLength(rest));
        if (isDigit(rest[0]) || rest[0] == '.') return rest.substr(0, numberLength(rest));
        for (const std::string_view two : {"||", "&&", "<=", ">=", "==", "!="})
            if (rest.starts_with(two)) return rest.substr(0, 2);
        std::size_t length = 1; // the whole character in UTF-8
        while (length < rest.size() && (rest[length] & 0xC0) == 0x80)
            ++length;
        return rest.substr(0, length);
    }
    static std::size_t nameLength(std::string_view text) {
        const auto end = std::ranges::find_if(text, [](char c) { return !isLetter(c) && !isDigit(c); });
        return std::size_t(end - text.begin());
    }
    static std::size_t numberLength(std::string_view text) {
        float value = 0;
        const char* end = std::from_chars(text.data(), text.data() + text.size(), value).ptr;
        return std::max(std::size_t(end - text.data()), std::size_t(1));
    }
    bool take(std::string_view wanted) {
        if (token() != wanted) return false;
        at_ += wanted.size();
        return true;
    }
    [[noreturn]] void failHere(const std::string& problem) {
        const std::size_t length = token().size();
        failFormula(formula_, at_, length, problem);
    }
    [[noreturn]] void misplaced() {
        const std::string_view found = token();
        if (found.empty()) failHere("the expression ends too early");
        if (found == "=") failHere("\"=\" does not fit here; == compares");
        failHere("\"" + shownText(found) + "\" does not fit here");
    }
    void need(std::string_view wanted) {
        if (!take(wanted)) misplaced();
    }
    KernelCode nested(std::string text, int level, std::initializer_list<KernelCode> parts) {
        int depth = 0;
        for (const KernelCode& part : parts)
            depth = std::max(depth, part.depth);
        if (++depth > deepestFormula) failHere("the formula is nested too deeply up to here");
        ++made_.operations;
        return {std::move(text), level, depth};
    }

    KernelCode conditional() {
        if (++open_ > deepestFormula) failHere("the formula is nested too deeply here");
        KernelCode condition = binary(1);
        if (take("?")) {
            const KernelCode yes = conditional();
            need(":");
            const KernelCode no = conditional();
            condition = nested("(" + condition.text + "!=0.0f?" + yes.text + ":" + no.text + ")", primaryLevel,
                               {condition, yes, no});
        }
        --open_;
        return condition;
    }
    const FormulaOperator* nextOperator(int minPrecedence) {
        const FormulaOperator* found = rowCalled(formulaOperators(), token());
        return found && found->precedence >= minPrecedence ? found : nullptr;
    }
    /// Operators of this precedence or more, from the left.
    KernelCode binary(int minPrecedence) {
        KernelCode left = operand();
        while (const FormulaOperator* found = nextOperator(minPrecedence)) {
            take(found->name);
            left = joinedCode(*found, left, binary(found->precedence + 1));
        }
        return left;
    }
    KernelCode joinedCode(const FormulaOperator& by, const KernelCode& left, const KernelCode& right) {
        const std::string name = by.name;
        if (name == "&&" || name == "||")
            return nested("(float)(" + left.text + "!=0.0f" + name + right.text + "!=0.0f)", primaryLevel,
                          {left, right});
        const std::string leftText = left.level < by.precedence ? "(" + left.text + ")" : left.text;
        const std::string rightText = right.level <= by.precedence ? "(" + right.text + ")" : right.text;
        const std::string text = leftText + name + rightText;
        if (by.precedence < rowCalled(formulaOperators(), "+")->precedence)
            return nested("(float)(" + text + ")", primaryLevel, {left, right});
        // A chain such as v + v + v needs no parentheses, however long it is.
        KernelCode code = nested(text, by.precedence, {right});
        code.depth = std::max(code.depth, left.depth);
        return code;
    }
    /// A signed or unsigned power.
    KernelCode operand() {
        const bool isNegative = take("-");
        if (!isNegative && !take("+")) return power();
        const KernelCode inner = power();
        if (!isNegative) return inner;
        const std::string text = inner.level < primaryLevel ? "(" + inner.text + ")" : inner.text;
        return nested("(-" + text + ")", primaryLevel, {inner});
    }
    KernelCode power() {
        KernelCode base = primary();
        if (!take("^")) return base;
        if (++open_ > deepestFormula) failHere("the formula is nested too deeply here");
        const KernelCode exponent = operand();
        --open_;
        return nested("power(" + base.text + "," + exponent.text + ")", primaryLevel, {base, exponent});
    }
    KernelCode primary() {
        const std::string found(token());
        if (found.empty()) misplaced();
        if (take("(")) {
            KernelCode inner = conditional();
            need(")");
            return inner;
        }
        if (isDigit(found[0]) || found[0] == '.') return number(found);
        if (!isLetter(found[0])) misplaced();
        return named(found);
    }
    KernelCode number(const std::string& text) {
        float value = 0;
        const std::errc problem = std::from_chars(text.data(), text.data() + text.size(), value).ec;
        if (problem == std::errc::result_out_of_range) failHere("a float cannot hold this number");
        if (problem != std::errc{}) misplaced();
        at_ += text.size();
        return {floatLiteral(value), primaryLevel};
    }
    KernelCode named(const std::string& name) {
        if (const FormulaFunction* function = rowCalled(formulaFunctions(), name)) return call(*function);
        if (name == "s") return neighbour();
        const FormulaVariable* variable = rowCalled(formulaVariables(), name);
        if (!variable && name != "pi")
            failHere("nothing is called \"" + shownText(name) + "\"; " + suggestion(name, formulaNames(), "names"));
        if (variable && !variable->isParameter) usesPixel_ = true;
        if (variable && std::string_view("xywh").find(name) != std::string_view::npos) made_.usesPlace = true;
        at_ += name.size();
        if (token() == "(") failHere(name + " is not a function");
        return {variable ? name : floatLiteral(formulaPi), primaryLevel};
    }
    struct Argument {
        std::string text;
        KernelCode code;
    };
    Argument argument() {
        const std::size_t begin = at_;
        const KernelCode code = conditional();
        return {made_.text.substr(begin, at_ - begin), code};
    }
    /// The arguments of a function, whose name is the next token.
    std::vector<Argument> arguments(const std::string& name, std::size_t count) {
        const std::size_t begin = at_;
        at_ += name.size();
        if (!take("(")) failFormula(formula_, begin, name.size(), name + " needs arguments in parentheses");
        // muparser wants the name right before its parenthesis; columns stay.
        const std::size_t parenthesis = at_ - 1, moved = parenthesis - name.size();
        made_.text.replace(begin, parenthesis - begin, std::string(moved - begin, ' ') + name);
        std::vector<Argument> all{argument()};
        while (take(","))
            all.push_back(argument());
        need(")");
        if (all.size() != count)
            failFormula(formula_, begin, name.size(),
                        name + " takes " + std::to_string(count) + (count == 1 ? " argument" : " arguments") +
                            ", not " + std::to_string(all.size()));
        return all;
    }
    KernelCode call(const FormulaFunction& function) {
        const std::vector<Argument> given = arguments(function.name, std::size_t(function.arguments()));
        std::string text = std::string(function.kernelName) + "(" + given[0].code.text;
        for (std::size_t i = 1; i < given.size(); ++i)
            text += "," + given[i].code.text;
        return nested(text + ")", primaryLevel, {given.front().code, given[given.size() / 2].code, given.back().code});
    }
    KernelCode neighbour() {
        usesPixel_ = false;
        const std::vector<Argument> given = arguments("s", 2);
        made_.neighbours.push_back({given[0].text, given[1].text, !usesPixel_});
        usesPixel_ = true; // for an s() around this one
        return nested("neighbour(at," + given[0].code.text + "," + given[1].code.text + ")", primaryLevel,
                      {given[0].code, given[1].code});
    }

    const std::string& formula_;
    std::size_t at_, end_;
    FormulaExpression made_;
    bool usesPixel_ = false; ///< since the last s( began
    int open_ = 0;           ///< expressions that are being read
};

std::size_t charactersIn(std::string_view text) {
    return std::size_t(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}
} // namespace

void failFormula(const std::string& formula, std::size_t begin, std::size_t length, const std::string& problem) {
    const std::string column = std::to_string(charactersIn(std::string_view(formula).substr(0, begin)) + 1);
    Error error(ErrorKind::Usage, "column " + column + ": " + problem);
    error.excerpt = markedText(formula, begin, length);
    throw error;
}

Formula parseFormula(const std::string& text) {
    if (text.size() > longestFormula)
        failFormula(text, longestFormula, 1, "a formula has at most " + std::to_string(longestFormula) + " characters");
    Formula formula;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(';', begin), text.size());
        if (formula.size() == 3)
            failFormula(text, begin - 1, 1, "give one expression, or three for red, green and blue");
        formula.push_back(ExpressionReader(text, begin, end).read());
        begin = end + 1;
    }
    if (formula.size() == 2)
        failFormula(text, text.size(), 1, "a third expression is missing, for blue; give one or three");
    return formula;
}

} // namespace lightbench
