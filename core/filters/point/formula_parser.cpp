// Gives muparser the operators, functions and numbers of the tables in place of its own, which compute in double.
#include "core/filters/point/formula_parser.h"

#include <charconv>
#include <cstring>

#include <muParser.h>

#include "core/filters/point/formula_text.h"

namespace lightbench {

namespace {
/// Reads a number as a float; 1 if there is one.
int readFormulaNumber(const char* text, int* position, double* value) {
    if (*text != '.' && (*text < '0' || *text > '9')) return 0;
    float number = 0;
    const auto [end, problem] = std::from_chars(text, text + std::strlen(text), number);
    if (problem != std::errc{}) return 0;
    *position += int(end - text);
    *value = number;
    return 1;
}

double formulaNeighbour(void* parser, double dx, double dy) {
    return static_cast<FormulaParser*>(parser)->neighbour(dx, dy);
}
} // namespace

struct FormulaParser::Machine {
    std::string text;
    mu::Parser parser;

    /// What muparser refuses is refused here, at its column.
    template <class Work> auto tried(const Work& work) {
        try {
            return work();
        } catch (const mu::Parser::exception_type& error) {
            const std::size_t place = std::min(std::size_t(error.GetPos()), text.size()); // -1: the end
            failFormula(text, place, error.GetToken().size(), "this is not an expression");
        }
    }
};

FormulaParser::FormulaParser(const std::string& expression) : machine_(std::make_unique<Machine>()) {
    machine_->text = expression;
    machine_->tried([&] {
        mu::Parser& parser = machine_->parser;
        parser.EnableBuiltInOprt(false);
        parser.ClearFun();
        parser.ClearConst();
        parser.ClearInfixOprt();
        parser.AddValIdent(readFormulaNumber);
        for (const FormulaOperator& row : formulaOperators())
            parser.DefineOprt(row.name, row.value, unsigned(row.precedence),
                              row.precedence == formulaPowerPrecedence ? mu::oaRIGHT : mu::oaLEFT);
        parser.DefineInfixOprt(
            "-", [](double x) { return -x; }, formulaSignPrecedence);
        parser.DefineInfixOprt(
            "+", [](double x) { return x; }, formulaSignPrecedence);
        for (const FormulaFunction& function : formulaFunctions()) {
            if (function.one) parser.DefineFun(function.name, function.one);
            if (function.two) parser.DefineFun(function.name, function.two);
            if (function.three) parser.DefineFun(function.name, function.three);
        }
        parser.DefineFunUserData("s", formulaNeighbour, this, false);
        parser.DefineConst("pi", formulaPi);
        for (const FormulaVariable& variable : formulaVariables())
            parser.DefineVar(variable.name, &(variables.*variable.value));
        parser.SetExpr(expression);
    });
}

FormulaParser::~FormulaParser() = default;

double FormulaParser::value() {
    return machine_->tried([&] { return machine_->parser.Eval(); });
}

} // namespace lightbench
