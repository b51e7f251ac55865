// Reads //@ parameter, and guesses ranges from names.
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

namespace lightbench {

namespace {
class LineReader {
public:
    LineReader(const Annotation& line, const std::string& file) : line_(line), file_(file) {}

    Parameter read() const {
        const std::string_view head = line_.head;
        const std::size_t equals = head.rfind('='), space = head.find_first_of(" \t");
        if (equals == std::string_view::npos || space > equals) fail(form);
        const std::string name(head.substr(0, space));
        if (!isExpressionName(name)) fail("\"" + shownText(name) + "\" cannot be a name; take letters, digits and _");
        const std::string_view range = trimmed(head.substr(space, equals - space));
        const std::string initial(trimmed(head.substr(equals + 1)));
        Parameter result = range == "switch"        ? switchOf(name, initial)
                           : range.starts_with('{') ? choiceOf(name, range, initial)
                                                    : numberOf(name, range, initial);
        if (const std::string* limits = line_.part("limits")) result.isOpen = isOpen(result, *limits);
        if (const std::string* label = line_.part("label")) result.label = *label;
        if (const std::string* unit = line_.part("unit")) result.unit = *unit;
        if (const std::string* doc = line_.part("doc")) result.doc = *doc;
        return result;
    }

private:
    static constexpr const char* form =
        "write //@ parameter: NAME MINIMUM..MAXIMUM = DEFAULT, such as factor 0..4 = 1.5; a choice is NAME {one, two} "
        "= one, a switch NAME switch = off";

    [[noreturn]] void fail(const std::string& why) const { failInFile(file_, line_.line, why); }

    double number(std::string_view text) const {
        const std::optional<double> value = parsedNumber(trimmed(text));
        if (!value || !std::isfinite(*value))
            fail("\"" + shownText(text) + "\" is not a number; write NAME 0..4 = 1.5");
        return *value;
    }

    /// Soft limits are those of the slider alone.
    bool isOpen(const Parameter& parameter, const std::string& limits) const {
        if (parameter.kind != ParameterKind::Real || (limits != "soft" && limits != "hard"))
            fail("the limits of a number are soft or hard: with limits soft, numbers beyond the range can be typed");
        return limits == "soft";
    }

    Parameter switchOf(const std::string& name, const std::string& initial) const {
        if (initial != "on" && initial != "off") fail("the default of " + name + " must be on or off");
        return switchParameter(name, name, initial == "on", "");
    }

    Parameter choiceOf(const std::string& name, std::string_view range, const std::string& initial) const {
        if (!range.ends_with('}')) fail(form);
        std::vector<Choice> choices;
        for (const std::string_view piece : split(range.substr(1, range.size() - 2), ",")) {
            const std::string one(trimmed(piece));
            if (one.empty()) fail(form);
            choices.push_back({one, one});
        }
        if (std::ranges::find(choices, initial, &Choice::name) == choices.end())
            fail("the default of " + name + " is none of its choices");
        return choiceParameter(name, name, choices, initial, "");
    }

    Parameter numberOf(const std::string& name, std::string_view range, const std::string& initial) const {
        const std::size_t dots = range.find("..");
        if (dots == std::string_view::npos) fail(form);
        const double minimum = number(range.substr(0, dots)), maximum = number(range.substr(dots + 2));
        const double value = number(initial);
        if (minimum > maximum) fail("the range of " + name + " begins above its end; write the smaller number first");
        if (!(minimum <= value && value <= maximum)) fail("the default of " + name + " lies outside its range");
        double step = 0; // chosen by the argument's type
        if (const std::string* given = line_.part("step"); given && !((step = number(*given)) > 0))
            fail("the step of " + name + " must be above 0");
        return realParameter(name, name, "", minimum, maximum, step, value, "");
    }

    const Annotation& line_;
    const std::string& file_;
};

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
    std::string lower = name;
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    for (const UsualRange& one : all)
        for (const std::string_view word : split(lower, "_"))
            if (one.words.contains(std::string(word))) return &one;
    return nullptr;
}
} // namespace

bool isRealType(std::string_view type) { return type == "float" || type == "double" || type == "half"; }

bool isNumberType(std::string_view type) {
    return elementOf(type).second == 1 && bytesOfType(type) > 0 && type != "half";
}

Parameter parameterOf(const Annotation& line, const std::string& file) { return LineReader(line, file).read(); }

Parameter wholeParameter(const Parameter& parameter, const KernelArgument& argument, int line,
                         const std::string& file) {
    const double initial = std::get<double>(parameter.initial), most = std::numeric_limits<int>::max();
    const double step = parameter.step > 0 ? parameter.step : 1;
    for (const double value : {parameter.minimum, parameter.maximum, initial, step})
        if (value != std::floor(value) || std::abs(value) > most)
            failInFile(file, line, parameter.name + " is a whole number in the kernel; give whole numbers");
    if (argument.type.starts_with('u') && parameter.minimum < 0)
        failInFile(file, line, parameter.name + " is a " + argument.type + " in the kernel, so it cannot be below 0");
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
        std::vector<std::string> names;
        for (const Choice& choice : parameter.choices)
            names.push_back(choice.name);
        range = "{" + joined(names, ", ") + "}";
    } else if (parameter.kind == ParameterKind::Switch) {
        range = "switch";
        initial = std::get<bool>(parameter.initial) ? "on" : "off";
    }
    return "//@ parameter: " + parameter.name + " " + range + " = " + initial +
           (parameter.isOpen ? "; limits soft" : "");
}

} // namespace lightbench
