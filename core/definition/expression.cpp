// Evaluates expressions with muparser, and turns its errors into ours.
#include "core/definition/expression.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include <muParser.h>

#include "core/base/error.h"
#include "core/base/text.h"

namespace lightbench {

namespace {
double ceilOf(double x) { return std::ceil(x); }
double floorOf(double x) { return std::floor(x); }
double modOf(double a, double b) { return a - b * std::floor(a / b); }

mu::Parser parserOf(const std::string& expression) {
    mu::Parser parser;
    parser.DefineFun("ceil", ceilOf);
    parser.DefineFun("floor", floorOf);
    parser.DefineFun("mod", modOf);
    parser.SetExpr(expression);
    return parser;
}

[[noreturn]] void fail(const std::string& expression, const mu::Parser::exception_type& error) {
    const std::string& token = error.GetToken();
    const auto at = std::size_t(error.GetPos()); // a negative place is beyond the end
    const std::string place = at > expression.size() ? "" : " at column " + std::to_string(at + 1);
    const std::string said = "\"" + shownText(expression) + "\"" + place;
    switch (error.GetCode()) {
    case mu::ecUNASSIGNABLE_TOKEN:
        throw Error(ErrorKind::Usage, said + ": nothing is called \"" + shownText(token) + "\"");
    case mu::ecUNEXPECTED_EOF: throw Error(ErrorKind::Usage, said + ": the expression ends too early");
    default:
        throw Error(ErrorKind::Usage, said + (token.empty() ? ": this is not an expression"
                                                            : ": \"" + shownText(token) + "\" does not fit here"));
    }
}
} // namespace

bool isExpressionName(std::string_view text) {
    const auto isLetter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; };
    return !text.empty() && isLetter(text.front()) &&
           std::ranges::all_of(text, [&](char c) { return isLetter(c) || (c >= '0' && c <= '9'); });
}

double valueOf(const std::string& expression, const NamedNumbers& values) {
    double value = 0;
    try {
        mu::Parser parser = parserOf(expression);
        const auto used = parser.GetUsedVar();
        for (const auto& [name, place] : used)
            if (const auto known = values.find(name); known != values.end()) parser.DefineConst(name, known->second);
        int count = 0;
        const double* results = parser.Eval(count);
        if (count != 1)
            throw Error(ErrorKind::Usage, "\"" + shownText(expression) + "\" is a list; give one expression");
        value = results[0];
    } catch (const mu::Parser::exception_type& error) {
        fail(expression, error);
    }
    if (!std::isfinite(value))
        throw Error(ErrorKind::Usage, "\"" + shownText(expression) + "\" is " + numberText(value) + " here");
    return value;
}

std::vector<std::string> namesIn(const std::string& expression) {
    try {
        std::vector<std::string> names;
        const mu::Parser parser = parserOf(expression);
        for (const auto& [name, place] : parser.GetUsedVar())
            names.push_back(name);
        return names;
    } catch (const mu::Parser::exception_type& error) {
        fail(expression, error);
    }
}

} // namespace lightbench
