#include "core/framework/parameter.h"

#include <algorithm>
#include <stdexcept>

namespace lightbench {

namespace {
template <class T> const T& valueAs(const ParameterValues& values, std::string_view name) {
    const T* value = std::get_if<T>(&values.get(name));
    if (!value) throw std::logic_error("parameter " + std::string(name) + " is of another kind");
    return *value;
}
} // namespace

Parameter integerParameter(std::string name, std::string label, std::string unit, int minimum, int maximum, int step,
                           int initial, std::string doc) {
    Parameter parameter =
        realParameter(std::move(name), std::move(label), std::move(unit), minimum, maximum, step, 0, std::move(doc));
    parameter.kind = ParameterKind::Integer;
    parameter.initial = initial;
    return parameter;
}

Parameter realParameter(std::string name, std::string label, std::string unit, double minimum, double maximum,
                        double step, double initial, std::string doc) {
    return {.name = std::move(name),
            .label = std::move(label),
            .unit = std::move(unit),
            .kind = ParameterKind::Real,
            .minimum = minimum,
            .maximum = maximum,
            .step = step,
            .initial = initial,
            .doc = std::move(doc)};
}

/// Of a kind that has no unit.
static Parameter withoutUnit(std::string name, std::string label, ParameterKind kind, ParameterValue initial,
                             std::string doc) {
    return {.name = std::move(name),
            .label = std::move(label),
            .kind = kind,
            .initial = std::move(initial),
            .doc = std::move(doc)};
}

Parameter choiceParameter(std::string name, std::string label, std::vector<Choice> choices, std::string initial,
                          std::string doc) {
    Parameter parameter =
        withoutUnit(std::move(name), std::move(label), ParameterKind::Choice, std::move(initial), std::move(doc));
    parameter.choices = std::move(choices);
    return parameter;
}

Parameter switchParameter(std::string name, std::string label, bool initial, std::string doc) {
    return withoutUnit(std::move(name), std::move(label), ParameterKind::Switch, initial, std::move(doc));
}

Parameter textParameter(std::string name, std::string label, std::string initial,
                        std::function<void(const std::string& text)> check, std::vector<std::string> examples,
                        std::string doc) {
    Parameter parameter =
        withoutUnit(std::move(name), std::move(label), ParameterKind::Text, std::move(initial), std::move(doc));
    parameter.checkText = std::move(check);
    parameter.examples = std::move(examples);
    return parameter;
}

Parameter matrixParameter(std::string name, std::string label, std::string doc) {
    return withoutUnit(std::move(name), std::move(label), ParameterKind::Matrix, Matrix{}, std::move(doc));
}

Parameter rectangleParameter(std::string name, std::string label, std::string doc) {
    Parameter parameter =
        withoutUnit(std::move(name), std::move(label), ParameterKind::Rectangle, Rectangle{}, std::move(doc));
    parameter.unit = "px";
    return parameter;
}

Parameter resourceParameter(std::string name, std::string label, ResourceKind kind, std::string doc) {
    Parameter parameter =
        withoutUnit(std::move(name), std::move(label), ParameterKind::Resource, ResourceFile{}, std::move(doc));
    parameter.resource = std::make_shared<const ResourceKind>(std::move(kind));
    return parameter;
}

Parameter imageParameter(std::string name, std::string label, std::string doc) {
    return withoutUnit(std::move(name), std::move(label), ParameterKind::Image, ImageInput{}, std::move(doc));
}

Parameter logarithmic(Parameter parameter) {
    parameter.logarithmic = true;
    return parameter;
}

Parameter withAuto(Parameter parameter) {
    parameter.zeroIsAuto = true;
    return parameter;
}

const ParameterValue& ParameterValues::get(std::string_view name) const {
    const auto found = values_.find(name);
    if (found == values_.end()) throw std::logic_error("no parameter is called " + std::string(name));
    return found->second;
}

int ParameterValues::integer(std::string_view name) const { return valueAs<int>(*this, name); }
double ParameterValues::real(std::string_view name) const { return valueAs<double>(*this, name); }
const std::string& ParameterValues::choice(std::string_view name) const { return valueAs<std::string>(*this, name); }
bool ParameterValues::isOn(std::string_view name) const { return valueAs<bool>(*this, name); }
const std::string& ParameterValues::text(std::string_view name) const { return valueAs<std::string>(*this, name); }
const Matrix& ParameterValues::matrix(std::string_view name) const { return valueAs<Matrix>(*this, name); }
const Rectangle& ParameterValues::rectangle(std::string_view name) const { return valueAs<Rectangle>(*this, name); }
const ResourceFile& ParameterValues::resourceFile(std::string_view name) const {
    return valueAs<ResourceFile>(*this, name);
}
const ImageInput& ParameterValues::image(std::string_view name) const { return valueAs<ImageInput>(*this, name); }

ParameterValues defaultValues(const std::vector<Parameter>& parameters) {
    ParameterValues values;
    for (const Parameter& p : parameters)
        values.set(p.name, p.initial);
    return values;
}

static std::vector<Parameter> makeStageParameters() {
    std::vector<Parameter> all{
        rectangleParameter(
            "region", "Region",
            "Limits the stage to this part of the image: x,y of its upper left pixel, width and height. Outside of it, "
            "the output is exactly the stage's input. With none, the stage computes the whole image."),
        realParameter("mix", "Mix", "", 0, 1, 0.01, 1,
                      "Blends the filter's result f with the stage's input s, also in alpha. 1 gives the result alone, "
                      "and 0 the input. The formula is (s (65536 - w) + f w + 32768) >> 16 with w = round(65536 mix) "
                      "for integers, and s (1 - mix) + f mix for floats.")};
    for (Parameter& parameter : all)
        parameter.ofStage = true;
    return all;
}

const std::vector<Parameter>& stageParameters() {
    static const std::vector<Parameter> all = makeStageParameters();
    return all;
}

bool isOfStage(std::string_view name) {
    return std::ranges::find(stageParameters(), name, &Parameter::name) != stageParameters().end();
}

} // namespace lightbench
