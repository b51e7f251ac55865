// Parses, checks and prints parameter values, and describes their ranges (declared in parameter.h).
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/framework/matrix_text.h"
#include "core/framework/parameter.h"

namespace lightbench {

namespace {
[[noreturn]] void fail(const Parameter& parameter, const std::string& message) {
    fail(ErrorKind::Usage, message, parameter.name);
}

[[noreturn]] void outOfRange(const Parameter& parameter, std::string_view given) {
    fail(parameter, parameter.name + "=" + shownText(given) + " is out of range: " + rangeText(parameter));
}

[[noreturn]] void noValue(const Parameter& parameter, std::string_view given, const std::string& what,
                          const std::string& hint = {}) {
    fail(parameter, parameter.name + "=" + shownText(given) + " is not " + what + "; " + parameter.name + " is " +
                        rangeText(parameter) + hint);
}

/// Reads a number that must fill the whole text; a leading plus is allowed.
template <class T> std::errc readNumber(std::string_view text, T& value) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    return end == text.data() + text.size() ? problem : std::errc::invalid_argument;
}

ParameterValue parseInteger(const Parameter& parameter, std::string_view text) {
    if (parameter.zeroIsAuto && text == "auto") return 0;
    int value = 0;
    const std::errc problem = readNumber(text, value);
    if (problem == std::errc::result_out_of_range) outOfRange(parameter, text);
    if (problem != std::errc{}) noValue(parameter, text, "a whole number");
    return value;
}

ParameterValue parseReal(const Parameter& parameter, std::string_view text) {
    if (parameter.zeroIsAuto && text == "auto") return 0.0;
    double value = 0;
    const std::errc problem = readNumber(text, value);
    if (problem == std::errc::result_out_of_range) outOfRange(parameter, text);
    if (problem != std::errc{} && text.find(',') != text.npos)
        noValue(parameter, text, "a number", "; write decimals with a point, such as 1.5");
    if (problem != std::errc{} || !std::isfinite(value)) noValue(parameter, text, "a number");
    return value;
}

ParameterValue parseSwitch(const Parameter& parameter, std::string_view text) {
    for (const char* word : {"on", "true", "yes", "1"})
        if (text == word) return true;
    for (const char* word : {"off", "false", "no", "0"})
        if (text == word) return false;
    noValue(parameter, text, "a switch");
}

ParameterValue parseRectangle(const Parameter& parameter, std::string_view text) {
    if (text == "none") return Rectangle{};
    int numbers[4];
    std::string_view rest = text;
    for (int i = 0; i < 4; ++i) {
        const std::size_t comma = i < 3 ? rest.find(',') : rest.size();
        if (comma == std::string_view::npos) noValue(parameter, text, "a rectangle");
        const std::errc problem = readNumber(trimmed(rest.substr(0, comma)), numbers[i]);
        if (problem == std::errc::result_out_of_range) outOfRange(parameter, text);
        if (problem != std::errc{}) noValue(parameter, text, "a rectangle");
        if (i < 3) rest.remove_prefix(comma + 1);
    }
    const Rectangle rectangle{numbers[0], numbers[1], numbers[2], numbers[3]};
    // A rectangle of zeros means "none" internally; typed, it is an error.
    if (rectangle == Rectangle{}) outOfRange(parameter, text);
    return rectangle;
}

/// Reads a value that may come from a file, and adds the parameter's name to its errors.
template <class Read> ParameterValue parseFileValue(const Parameter& parameter, const Read& read) {
    try {
        return read();
    } catch (const Error& problem) {
        Error error = withPrefix(problem, parameter.name + ": ");
        error.field = parameter.name;
        throw error;
    }
}

ParameterValue parseKind(const Parameter& parameter, std::string_view text, const std::string& folder) {
    switch (parameter.kind) {
    case ParameterKind::Integer: return parseInteger(parameter, text);
    case ParameterKind::Real: return parseReal(parameter, text);
    case ParameterKind::Choice:
    case ParameterKind::Text: return std::string(text);
    case ParameterKind::Switch: return parseSwitch(parameter, text);
    case ParameterKind::Matrix:
        return parseFileValue(parameter, [&] { return parseMatrix(text, folder, parameter.takesAffine); });
    case ParameterKind::Resource:
        return parseFileValue(parameter, [&] { return parseResourceFile(*parameter.resource, text, folder); });
    case ParameterKind::Image:
        return parseFileValue(parameter, [&] { return parseImageInput(text, folder, parameter.rawDecoding); });
    case ParameterKind::Rectangle: break;
    }
    return parseRectangle(parameter, text);
}

template <class T> const T& checkedAs(const Parameter& parameter, const ParameterValue& value) {
    if (const T* typed = std::get_if<T>(&value)) return *typed;
    fail(parameter,
         "the value of " + parameter.name + " is of the wrong kind; " + parameter.name + " is " + rangeText(parameter));
}

void checkInteger(const Parameter& parameter, int value) {
    if (parameter.isOpen || (parameter.zeroIsAuto && value == 0)) return;
    const std::int64_t step = std::max(std::int64_t(parameter.step), std::int64_t(1));
    const bool inside = value >= parameter.minimum && value <= parameter.maximum;
    if (!inside || (std::int64_t(value) - std::int64_t(parameter.minimum)) % step != 0)
        outOfRange(parameter, std::to_string(value));
}

void checkReal(const Parameter& parameter, double value) {
    if (parameter.isOpen && std::isfinite(value)) return;
    if (parameter.zeroIsAuto && value == 0) return;
    if (!(value >= parameter.minimum && value <= parameter.maximum)) outOfRange(parameter, numberText(value));
}

std::vector<std::string> choiceNames(const Parameter& parameter) { return textsOf(parameter.choices, &Choice::name); }

void checkChoice(const Parameter& parameter, const std::string& value) {
    for (const Choice& choice : parameter.choices)
        if (choice.name == value) return;
    fail(parameter, parameter.name + " has no choice called \"" + shownText(value) + "\"; " +
                        suggestion(value, choiceNames(parameter), "choices"));
}

void checkRectangle(const Parameter& parameter, const Rectangle& r) {
    if (r == Rectangle{}) return;
    constexpr std::int64_t maximum = std::numeric_limits<int>::max();
    const bool fits = std::int64_t(r.x) + r.width <= maximum && std::int64_t(r.y) + r.height <= maximum;
    if (r.x < 0 || r.y < 0 || r.width < 1 || r.height < 1 || !fits) outOfRange(parameter, valueText(r));
}

void checkMatrix(const Parameter& parameter, const Matrix& matrix) {
    if (const std::string problem = matrixProblem(matrix); !problem.empty())
        fail(parameter, parameter.name + ": " + problem);
}

void checkText(const Parameter& parameter, const std::string& text) {
    try {
        parameter.checkText(text);
    } catch (const Error& problem) {
        Error error = withPrefix(problem, parameter.name + ", ");
        error.field = parameter.name;
        throw error;
    }
}

void checkResource(const Parameter& parameter, const ResourceFile& file) {
    if (!file.resource) return;
    if (const std::string problem = parameter.resource->problem(*file.resource); !problem.empty())
        fail(parameter, parameter.name + ": " + problem);
}

/// Lists the steps, such as "3, 5, 7 or 9"; many steps become "1, 3, 5 and so on up to 31".
std::string steppedText(const Parameter& parameter) {
    std::vector<std::string> words;
    const int count = int((parameter.maximum - parameter.minimum) / parameter.step) + 1;
    for (int i = 0; i < (count <= 6 ? count : 3); ++i)
        words.push_back(numberText(parameter.minimum + i * parameter.step));
    if (count <= 6) return joinWords(words, "or");
    const std::string last = numberText(parameter.minimum + (count - 1) * parameter.step);
    return words[0] + ", " + words[1] + ", " + words[2] + " and so on up to " + last;
}

std::string numberRangeText(const Parameter& parameter) {
    const bool stepped = parameter.kind == ParameterKind::Integer && parameter.step > 1;
    std::string text =
        stepped ? steppedText(parameter) : numberText(parameter.minimum) + ".." + numberText(parameter.maximum);
    if (!parameter.unit.empty()) text += " " + parameter.unit;
    if (parameter.isOpen && parameter.kind == ParameterKind::Integer)
        return text + " by the slider, or any whole number of -2147483648..2147483647";
    if (parameter.isOpen) return text + " by the slider, or any other number";
    return parameter.zeroIsAuto ? text + ", or 0 for auto" : text;
}
} // namespace

ParameterValue parseValue(const Parameter& parameter, std::string_view text, const std::string& folder) {
    ParameterValue value = parseKind(parameter, trimmed(text), folder);
    checkValue(parameter, value);
    return value;
}

void checkValue(const Parameter& parameter, const ParameterValue& value) {
    switch (parameter.kind) {
    case ParameterKind::Integer: return checkInteger(parameter, checkedAs<int>(parameter, value));
    case ParameterKind::Real: return checkReal(parameter, checkedAs<double>(parameter, value));
    case ParameterKind::Choice: return checkChoice(parameter, checkedAs<std::string>(parameter, value));
    case ParameterKind::Switch: checkedAs<bool>(parameter, value); return;
    case ParameterKind::Text: return checkText(parameter, checkedAs<std::string>(parameter, value));
    case ParameterKind::Matrix: return checkMatrix(parameter, checkedAs<Matrix>(parameter, value));
    case ParameterKind::Resource: return checkResource(parameter, checkedAs<ResourceFile>(parameter, value));
    case ParameterKind::Image: checkedAs<ImageInput>(parameter, value); return;
    case ParameterKind::Rectangle: break;
    }
    checkRectangle(parameter, checkedAs<Rectangle>(parameter, value));
}

std::string valueText(const ParameterValue& value) {
    if (const int* whole = std::get_if<int>(&value)) return std::to_string(*whole);
    if (const double* real = std::get_if<double>(&value)) return numberText(*real);
    if (const bool* on = std::get_if<bool>(&value)) return *on ? "on" : "off";
    if (const Matrix* matrix = std::get_if<Matrix>(&value)) return matrixText(*matrix);
    if (const ResourceFile* file = std::get_if<ResourceFile>(&value)) return file->resource ? file->source : "none";
    if (const ImageInput* image = std::get_if<ImageInput>(&value)) return imageInputText(*image);
    if (const Rectangle* r = std::get_if<Rectangle>(&value)) {
        if (*r == Rectangle{}) return "none";
        return std::to_string(r->x) + "," + std::to_string(r->y) + "," + std::to_string(r->width) + "," +
               std::to_string(r->height);
    }
    return std::get<std::string>(value);
}

std::string rangeText(const Parameter& parameter) {
    switch (parameter.kind) {
    case ParameterKind::Integer:
    case ParameterKind::Real: return numberRangeText(parameter);
    case ParameterKind::Choice: return joinWords(choiceNames(parameter), "or");
    case ParameterKind::Switch: return "on or off";
    case ParameterKind::Text: return "a text, such as \"" + joined(parameter.examples, "\" or \"") + "\"";
    case ParameterKind::Matrix:
        if (parameter.takesAffine)
            return "2 or 3 rows of 3 numbers, such as 1,0,5;0,1,-3, or a file with them, or none";
        return "k rows of k numbers (k odd, 1..31), such as 0,1,0;1,-4,1;0,1,0, or a file with them, or none";
    case ParameterKind::Image:
        return "input (the image that goes into the stack), the number of an earlier stage, or an image file";
    case ParameterKind::Resource: return "a " + joinWords(parameter.resource->suffixes(), "or") + " file, or none";
    case ParameterKind::Rectangle: break;
    }
    return "x,y,width,height in px, with x and y from 0 and width and height from 1, or none";
}

} // namespace lightbench
