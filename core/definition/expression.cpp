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

/// An expression that was read once, for several values of i.
class Evaluator {
public:
    explicit Evaluator(const std::string& expression) : expression_(expression) {
        tried([&] {
            parser_.DefineFun("ceil", ceilOf);
            parser_.DefineFun("floor", floorOf);
            parser_.DefineFun("mod", modOf);
            parser_.SetExpr(expression);
            for (const auto& [name, place] : parser_.GetUsedVar())
                names_.push_back(name);
        });
    }
    const std::vector<std::string>& names() const { return names_; }
    void setValues(const NamedNumbers& values) {
        for (const std::string& name : names_)
            if (const auto known = values.find(name); known != values.end())
                tried([&] { parser_.DefineConst(name, known->second); });
    }
    /// `index` must live as long as this object.
    void setIndex(double& index) {
        tried([&] { parser_.DefineVar("i", &index); });
    }
    double value() {
        double value = 0;
        int count = 0;
        tried([&] { value = parser_.Eval(count)[0]; });
        if (count != 1)
            throw Error(ErrorKind::Usage, "\"" + shownText(expression_) + "\" is a list; give one expression");
        if (!std::isfinite(value))
            throw Error(ErrorKind::Usage, "\"" + shownText(expression_) + "\" is " + numberText(value) + " here");
        return value;
    }

private:
    template <class Work> void tried(const Work& work) {
        try {
            work();
        } catch (const mu::Parser::exception_type& error) {
            fail(expression_, error);
        }
    }

    const std::string& expression_;
    mu::Parser parser_;
    std::vector<std::string> names_;
};
} // namespace

bool isExpressionName(std::string_view text) {
    const auto isLetter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; };
    constexpr std::size_t longest = 100;
    return !text.empty() && text.size() <= longest && isLetter(text.front()) &&
           std::ranges::all_of(text, [&](char c) { return isLetter(c) || (c >= '0' && c <= '9'); });
}

double valueOf(const std::string& expression, const NamedNumbers& values) {
    // Most expressions are a name, and plans are made at each step of a drag.
    if (const auto known = values.find(expression); known != values.end() && std::isfinite(known->second))
        return known->second;
    Evaluator evaluator(expression);
    evaluator.setValues(values);
    return evaluator.value();
}

std::vector<double> valuesOf(const std::string& expression, NamedNumbers values, std::size_t count) {
    values.erase("i"); // the index, whatever else is called so
    double index = 0;
    Evaluator evaluator(expression);
    evaluator.setValues(values);
    evaluator.setIndex(index);
    std::vector<double> all;
    for (std::size_t i = 0; i < count; ++i) {
        index = double(i);
        all.push_back(evaluator.value());
    }
    return all;
}

NamedNumbers numbersOf(const ParameterValues& values, const std::vector<Parameter>& declared) {
    NamedNumbers numbers;
    for (const auto& [name, value] : values.all())
        if (const auto* whole = std::get_if<int>(&value))
            numbers[name] = *whole;
        else if (const auto* real = std::get_if<double>(&value))
            numbers[name] = *real;
        else if (const auto* isOn = std::get_if<bool>(&value))
            numbers[name] = *isOn;
    for (const Parameter& parameter : declared)
        if (parameter.kind == ParameterKind::Choice)
            numbers[parameter.name] =
                double(std::ranges::find(parameter.choices, values.choice(parameter.name), &Choice::name) -
                       parameter.choices.begin());
    return numbers;
}

std::vector<std::string> namesIn(const std::string& expression) { return Evaluator(expression).names(); }

} // namespace lightbench
