#include "core/definition/parameter_line.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/base/text.h"
#include "core/definition/expression.h"
#include "core/definition/number_types.h"

namespace lightbench {

namespace {
constexpr const char* parameterForm =
    "write //@ parameter: NAME MINIMUM..MAXIMUM = DEFAULT, such as factor 0..4 = 1.5; a choice is NAME {one, two} "
    "= one, a switch NAME switch = off";

double numberIn(std::string_view text, const Annotation& line) {
    const std::optional<double> value = parsedNumber(trimmed(text));
    if (!value || !std::isfinite(*value))
        line.fail("\"" + shownText(text) + "\" is not a number; write NAME 0..4 = 1.5");
    return *value;
}

Parameter choiceIn(const std::string& name, std::string_view range, const std::string& initial,
                   const Annotation& line) {
    if (!range.ends_with('}')) line.fail(parameterForm);
    std::vector<Choice> choices;
    for (const std::string_view piece : split(range.substr(1, range.size() - 2), ",")) {
        const std::string one(trimmed(piece));
        if (one.empty()) line.fail(parameterForm);
        choices.push_back({one, one});
    }
    if (std::ranges::find(choices, initial, &Choice::name) == choices.end())
        line.fail("the default of " + name + " is none of its choices");
    return choiceParameter(name, name, choices, initial, "");
}

Parameter numberParameterIn(const std::string& name, std::string_view range, const std::string& initial,
                            const Annotation& line) {
    const std::size_t dots = range.find("..");
    if (dots == std::string_view::npos) line.fail(parameterForm);
    const double minimum = numberIn(range.substr(0, dots), line), maximum = numberIn(range.substr(dots + 2), line);
    const double value = numberIn(initial, line);
    if (minimum > maximum) line.fail("the range of " + name + " begins above its end; write the smaller number first");
    if (!(minimum <= value && value <= maximum)) line.fail("the default of " + name + " lies outside its range");
    double step = 0; // chosen by the argument's type
    if (const std::string* given = line.part("step"); given && !((step = numberIn(*given, line)) > 0))
        line.fail("the step of " + name + " must be above 0");
    return realParameter(name, name, "", minimum, maximum, step, value, "");
}

/// What a word in an argument's name says about its range.
struct UsualRange {
    std::set<std::string> words;
    double minimum, maximum, initial;
};

const UsualRange* usualRange(const std::string& name) {
    static const std::vector<UsualRange> all{
        {{"sigma"}, 0.1, 20, 2},
        {{"radius", "halo", "r"}, 0, 16, 2},
        {{"threshold", "thresh", "cutoff", "level"}, 0, 1, 0.5},
        {{"gain", "strength", "amount", "factor", "scale", "weight", "intensity", "contrast", "saturation"}, 0, 4, 1},
        {{"brightness", "offset", "bias", "shift", "add"}, -1, 1, 0},
        {{"gamma", "exponent", "power"}, 0.1, 5, 1},
        {{"angle", "degrees", "rotation", "hue"}, -180, 180, 0},
        {{"iterations", "steps", "passes", "rounds", "levels"}, 1, 32, 4},
        {{"seed"}, 0, 1000, 1}};
    const std::string lower = lowerCase(name);
    for (const UsualRange& one : all)
        for (const std::string_view word : split(lower, "_"))
            if (one.words.contains(std::string(word))) return &one;
    return nullptr;
}
} // namespace

Parameter parameterOf(const Annotation& line) {
    const std::string_view head = line.head;
    const std::size_t equals = head.rfind('='), space = head.find_first_of(" \t");
    if (equals == std::string_view::npos || space > equals) line.fail(parameterForm);
    const std::string name(head.substr(0, space)), initial(trimmed(head.substr(equals + 1)));
    if (!isExpressionName(name)) line.fail("\"" + shownText(name) + "\" cannot be a name; use letters, digits and _");
    const std::string_view range = trimmed(head.substr(space, equals - space));
    if (range == "switch" && initial != "on" && initial != "off")
        line.fail("the default of " + name + " must be on or off");
    Parameter result = range == "switch"        ? switchParameter(name, name, initial == "on", "")
                       : range.starts_with('{') ? choiceIn(name, range, initial, line)
                                                : numberParameterIn(name, range, initial, line);
    if (const std::string* limits = line.part("limits")) { // soft limits are those of the slider alone
        if (result.kind != ParameterKind::Real || (*limits != "soft" && *limits != "hard"))
            line.fail(
                "the limits of a number are soft or hard: with limits soft, numbers beyond the range can be typed");
        result.isOpen = *limits == "soft";
    }
    line.take("label", result.label);
    line.take("unit", result.unit);
    line.take("doc", result.doc);
    return result;
}

Parameter wholeParameter(const Parameter& parameter, const KernelArgument& argument, const Annotation& line) {
    const double initial = std::get<double>(parameter.initial), most = std::numeric_limits<int>::max();
    const double step = parameter.step > 0 ? parameter.step : 1;
    for (const double value : {parameter.minimum, parameter.maximum, initial, step})
        if (value != std::floor(value) || std::abs(value) > most)
            line.fail(parameter.name + " is a whole number in the kernel; give whole numbers");
    if (argument.type.starts_with('u') && parameter.minimum < 0)
        line.fail(parameter.name + " is a " + argument.type + " in the kernel, so it cannot be below 0");
    Parameter result = integerParameter(parameter.name, parameter.label, parameter.unit, int(parameter.minimum),
                                        int(parameter.maximum), int(step), int(initial), parameter.doc);
    result.isOpen = parameter.isOpen;
    return result;
}

Parameter withUsualStep(Parameter parameter) {
    if (parameter.kind == ParameterKind::Real && parameter.step <= 0)
        parameter.step = (parameter.maximum - parameter.minimum) / 100;
    return parameter;
}

Parameter guessedParameter(const KernelArgument& argument) {
    const UsualRange* usual = usualRange(argument.name);
    const std::string doc = "A guess from the argument's name. A number that you type beyond it widens the slider.";
    Parameter result;
    if (isRealType(argument.type)) {
        const UsualRange range = usual ? *usual : UsualRange{{}, 0, 1, 0.5};
        result = realParameter(argument.name, argument.name, "", range.minimum, range.maximum,
                               (range.maximum - range.minimum) / 100, range.initial, doc);
    } else {
        UsualRange range = usual ? *usual : UsualRange{{}, 0, 10, 1};
        // A whole number in 0..1 is counted on the scale of 8 bits.
        if (range.maximum <= 1)
            range.minimum *= 255, range.maximum *= 255, range.initial = std::floor(range.initial * 255);
        if (argument.type.starts_with('u')) range.minimum = std::max(range.minimum, 0.0);
        result = integerParameter(argument.name, argument.name, "", int(std::floor(range.minimum)), int(range.maximum),
                                  1, int(range.initial), doc);
    }
    result.isOpen = true;
    return result;
}

std::string parameterLine(const Parameter& parameter) {
    std::string range = numberText(parameter.minimum) + ".." + numberText(parameter.maximum);
    std::string initial = valueText(parameter.initial);
    if (parameter.kind == ParameterKind::Choice) {
        range = "{" + joined(textsOf(parameter.choices, &Choice::name), ", ") + "}";
    } else if (parameter.kind == ParameterKind::Switch) {
        range = "switch";
        initial = std::get<bool>(parameter.initial) ? "on" : "off";
    }
    return assignmentLine("parameter", parameter.name + " " + range, initial) +
           (parameter.isOpen ? "; limits soft" : "");
}

} // namespace lightbench
