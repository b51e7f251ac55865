// Filter parameters: their declarations (Parameter), and the values that a user chose (ParameterValues). The form, the
// command line, stack texts and checks all derive from the declarations.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/fields.h"
#include "core/framework/image_input.h"
#include "core/framework/resource.h"

namespace lightbench {

enum class ParameterKind { Integer, Real, Choice, Switch, Text, Matrix, Rectangle, Resource, Image };

/// A square matrix of weights, k rows of k numbers, row by row; k = 0 means none. `source` is its original text: a
/// file's path, or the inline form "1,2,1;2,4,2;1,2,1".
struct Matrix {
    int k = 0;
    std::vector<double> weights;
    std::string source;
    bool operator==(const Matrix&) const = default;
};

struct Rectangle {
    int x = 0, y = 0, width = 0, height = 0;
    bool operator==(const Rectangle&) const = default;
};

constexpr auto fields(const Matrix*) {
    using T = Matrix;
    return FieldList{Field{"k", &T::k}, Field{"weights", &T::weights}, Field{"source", &T::source}};
}

constexpr auto fields(const Rectangle*) {
    using T = Rectangle;
    return FieldList{Field{"x", &T::x}, Field{"y", &T::y}, Field{"width", &T::width}, Field{"height", &T::height}};
}

/// One of: Integer -> int, Real -> double, Choice -> std::string (its name), Switch -> bool, Text -> std::string,
/// Matrix, Rectangle, Resource -> ResourceFile, Image -> ImageInput.
using ParameterValue = std::variant<int, double, std::string, bool, Matrix, Rectangle, ResourceFile, ImageInput>;

struct Choice {
    std::string name;  ///< in the stack text
    std::string label; ///< in the form
};

/// The declaration of one parameter. Form, help, stack text and checks follow from it.
struct Parameter {
    std::string name;  ///< in the stack text, such as "sigma"
    std::string label; ///< in the form, such as "Sigma"
    std::string unit;  ///< such as "px"; empty for none
    ParameterKind kind = ParameterKind::Integer;
    double minimum = 0, maximum = 0; ///< of Integer and Real, both included
    double step = 1;                 ///< Integer: legal values are minimum + n step. Real: the form's step only
    std::vector<Choice> choices;     ///< of Choice
    /// Of Text: throws Error(Usage) if the text is wrong.
    std::function<void(const std::string& text)> checkText{};
    std::vector<std::string> examples{}; ///< of Text: values to begin with
    ParameterValue initial;              ///< the default
    std::string doc;                     ///< one or two sentences: meaning, formula
    ResourceKindPtr resource{};          ///< of Resource
    /// Image: decodes camera RAW files; null: this process does. FilterCatalog::withRawDecoding sets it.
    DecodingProcess rawDecoding = nullptr;
    /// The first value of a stage that is added in the lab, where the default shows little; no value: the default. A
    /// stack's text without the parameter always means the default.
    std::optional<ParameterValue> initialWhenAdded{};
    /// Integer and Real: the value 0 is shown as "auto" (such as gaussian's radius), and is always legal.
    bool zeroIsAuto = false;
    /// Integer and Real: the range is the slider's only, and other numbers are legal.
    bool isOpen = false;
    /// Integer and Real: the slider is logarithmic.
    bool logarithmic = false;
    /// True for stageParameters: it belongs to the stage, not to its filter.
    bool ofStage = false;
    /// Matrix: two rows of three numbers are an affine map; 0,0,1 is added as the third row.
    bool takesAffine = false;
};

Parameter integerParameter(std::string name, std::string label, std::string unit, int minimum, int maximum, int step,
                           int initial, std::string doc);
Parameter realParameter(std::string name, std::string label, std::string unit, double minimum, double maximum,
                        double step, double initial, std::string doc);
Parameter choiceParameter(std::string name, std::string label, std::vector<Choice> choices, std::string initial,
                          std::string doc);
Parameter switchParameter(std::string name, std::string label, bool initial, std::string doc);
Parameter textParameter(std::string name, std::string label, std::string initial,
                        std::function<void(const std::string& text)> check, std::vector<std::string> examples,
                        std::string doc);
Parameter matrixParameter(std::string name, std::string label, std::string doc);
Parameter rectangleParameter(std::string name, std::string label, std::string doc);
Parameter resourceParameter(std::string name, std::string label, ResourceKind kind, std::string doc);
/// A second image; the default is the stack's input.
Parameter imageParameter(std::string name, std::string label, std::string doc);
/// The same parameter with a logarithmic slider.
Parameter logarithmic(Parameter parameter);
/// The same parameter with the value 0 shown as "auto".
Parameter withAuto(Parameter parameter);

/// The values of all parameters of one filter, by name.
class ParameterValues {
public:
    bool operator==(const ParameterValues&) const = default;
    void set(const std::string& name, ParameterValue value) { values_[name] = std::move(value); }
    const ParameterValue& get(std::string_view name) const;
    const std::map<std::string, ParameterValue, std::less<>>& all() const { return values_; }
    std::map<std::string, ParameterValue, std::less<>>& all() { return values_; }

    // Typed access. An undeclared name or the wrong kind is a programming error (std::logic_error).
    int integer(std::string_view name) const;
    double real(std::string_view name) const;
    const std::string& choice(std::string_view name) const;
    bool isOn(std::string_view name) const;
    const std::string& text(std::string_view name) const;
    const Matrix& matrix(std::string_view name) const;
    const Rectangle& rectangle(std::string_view name) const;
    const ResourceFile& resourceFile(std::string_view name) const;
    const ImageInput& image(std::string_view name) const;

private:
    std::map<std::string, ParameterValue, std::less<>> values_;
};

ParameterValues defaultValues(const std::vector<Parameter>& parameters);

/// Parameters that every image-producing stage has after its filter's own. `region` limits the stage to a rectangle,
/// and `mix` blends its result with its input (core/run/region_mix.h). A catalog adds them; filters and plans do not
/// know them.
const std::vector<Parameter>& stageParameters();
/// True if that is the name of a stage parameter.
bool isOfStage(std::string_view name);

/// Parses and checks one value from text: "2.5", "replicate", "on", "x,y,w,h", a text, a matrix or its file's path, a
/// resource's path, "input", a stage number or an image's path. Relative paths start at `folder`, or the working
/// directory if it is empty. Throws Error(Usage, or Input for a file) that names parameter, range and given text; its
/// field is set.
ParameterValue parseValue(const Parameter& parameter, std::string_view text, const std::string& folder = {});
/// Throws Error(Usage) if the value has the wrong kind or is out of range.
void checkValue(const Parameter& parameter, const ParameterValue& value);
/// The text that parseValue reads back to an equal value; real numbers in their shortest form.
std::string valueText(const ParameterValue& value);
/// The legal values for people: "0.1..50 px", "3, 5, 7 or 9", "replicate, reflect101, wrap or constant".
std::string rangeText(const Parameter& parameter);

} // namespace lightbench
