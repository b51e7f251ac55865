// Makes declarations for each kind of parameter; values are stored as variants and checked on access.
#include "core/framework/parameter.h"

#include <algorithm>
#include <stdexcept>

namespace lightbench {

namespace {
Parameter named(std::string name, std::string label, std::string unit, ParameterKind kind, std::string doc) {
    Parameter p;
    p.name = std::move(name);
    p.label = std::move(label);
    p.unit = std::move(unit);
    p.kind = kind;
    p.doc = std::move(doc);
    return p;
}

template <class T> const T& valueAs(const ParameterValues& values, std::string_view name) {
    const T* value = std::get_if<T>(&values.get(name));
    if (!value) throw std::logic_error("parameter " + std::string(name) + " is of another kind");
    return *value;
}
} // namespace

Parameter integerParameter(std::string name, std::string label, std::string unit, int minimum, int maximum, int step,
                           int initial, std::string doc) {
    Parameter p = named(std::move(name), std::move(label), std::move(unit), ParameterKind::Integer, std::move(doc));
    p.minimum = minimum;
    p.maximum = maximum;
    p.step = step;
    p.initial = initial;
    return p;
}

Parameter realParameter(std::string name, std::string label, std::string unit, double minimum, double maximum,
                        double step, double initial, std::string doc) {
    Parameter p = named(std::move(name), std::move(label), std::move(unit), ParameterKind::Real, std::move(doc));
    p.minimum = minimum;
    p.maximum = maximum;
    p.step = step;
    p.initial = initial;
    return p;
}

Parameter choiceParameter(std::string name, std::string label, std::vector<Choice> choices, std::string initial,
                          std::string doc) {
    Parameter p = named(std::move(name), std::move(label), {}, ParameterKind::Choice, std::move(doc));
    p.choices = std::move(choices);
    p.initial = std::move(initial);
    return p;
}

Parameter switchParameter(std::string name, std::string label, bool initial, std::string doc) {
    Parameter p = named(std::move(name), std::move(label), {}, ParameterKind::Switch, std::move(doc));
    p.initial = initial;
    return p;
}

Parameter textParameter(std::string name, std::string label, std::string initial,
                        std::function<void(const std::string& text)> check, std::vector<std::string> examples,
                        std::string doc) {
    Parameter p = named(std::move(name), std::move(label), {}, ParameterKind::Text, std::move(doc));
    p.checkText = std::move(check);
    p.examples = std::move(examples);
    p.initial = std::move(initial);
    return p;
}

Parameter matrixParameter(std::string name, std::string label, std::string doc) {
    Parameter p = named(std::move(name), std::move(label), {}, ParameterKind::Matrix, std::move(doc));
    p.initial = Matrix{};
    return p;
}

Parameter rectangleParameter(std::string name, std::string label, std::string doc) {
    Parameter p = named(std::move(name), std::move(label), "px", ParameterKind::Rectangle, std::move(doc));
    p.initial = Rectangle{};
    return p;
}

Parameter resourceParameter(std::string name, std::string label, ResourceKind kind, std::string doc) {
    Parameter p = named(std::move(name), std::move(label), {}, ParameterKind::Resource, std::move(doc));
    p.resource = std::make_shared<const ResourceKind>(std::move(kind));
    p.initial = ResourceFile{};
    return p;
}

Parameter imageParameter(std::string name, std::string label, std::string doc) {
    Parameter p = named(std::move(name), std::move(label), {}, ParameterKind::Image, std::move(doc));
    p.initial = ImageInput{};
    return p;
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
        rectangleParameter("region", "Region",
                           "Limits the stage to this part of the image: x,y of its upper left pixel, width and height. "
                           "Outside, the output is exactly the stage's input. None: the whole image."),
        realParameter(
            "mix", "Mix", "", 0, 1, 0.01, 1,
            "Blends the filter's result f with the stage's input s, also in alpha. 1: the result alone; 0: the "
            "input. Integers: (s (65536 - w) + f w + 32768) >> 16 with w = round(65536 mix). Floats: s (1 - "
            "mix) + f mix.")};
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
