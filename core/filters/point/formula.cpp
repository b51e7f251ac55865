// formula: an expression that the user types, for each sample. It becomes a kernel; muparser computes the reference.
#include <algorithm>
#include <cmath>

#include "core/base/rounding.h"
#include "core/filters/point/formula_parser.h"
#include "core/filters/point/formula_text.h"
#include "core/filters/point/point_filter.h"
#include "core/framework/border.h"
#include "core/framework/bordered_samples.h"

namespace lightbench::filters {

namespace {
constexpr double maxOffset = 1 << 24; ///< as in kernels/point/formula.cl

Formula formulaOf(const ParameterValues& parameters) { return parseFormula(parameters.text("expression")); }

void setSliders(FormulaParser& parser, const ParameterValues& parameters) {
    for (const FormulaVariable& variable : formulaVariables())
        if (variable.isParameter) parser.variables.*variable.value = singlePrecision(parameters.real(variable.name));
}

/// An offset of s() as whole pixels.
int wholeOffset(double offset) {
    if (std::isnan(offset)) return 0;
    return int(std::nearbyint(std::clamp(offset, -maxOffset, maxOffset)));
}

void checkExpression(const std::string& text) {
    for (const FormulaExpression& expression : parseFormula(text))
        FormulaParser(expression.text).value();
}

ImageShape formulaShape(const ImageShape& input, const ParameterValues& parameters) {
    return formulaOf(parameters).size() == 3 ? colourShape(input) : input;
}

Locality formulaLocality(const ParameterValues& parameters) {
    const auto offset = [&](const std::string& expression) {
        FormulaParser parser(expression);
        setSliders(parser, parameters);
        return std::abs(wholeOffset(parser.value()));
    };
    int halo = 0;
    bool usesPlace = false;
    for (const FormulaExpression& expression : formulaOf(parameters)) {
        usesPlace = usesPlace || expression.usesPlace;
        for (const FormulaNeighbour& neighbour : expression.neighbours) {
            if (!neighbour.isConstant) return {};
            halo = std::max({halo, offset(neighbour.dx), offset(neighbour.dy)});
        }
    }
    Locality locality = halo == 0 ? pointLocality(parameters) : windowLocality(halo, parameters);
    if (usesPlace) locality.isShiftInvariant = false;
    return locality;
}

/// A result as a sample: floats as they are; others limited to 0..1, scaled, and rounded half to even. NaN becomes 0.
template <class T> T formulaSample(float value, float full) {
    if constexpr (std::is_floating_point_v<T>) return value;
    return storeSample<T>(value > 0 ? std::min(value, 1.0f) * full : 0);
}

/// Computes rows of the reference. Each row has its own parsers, since rows run in parallel.
template <class T> class FormulaRow {
public:
    FormulaRow(const Image& input, const Formula& formula, const ParameterValues& parameters)
        : input_(input), full_(float(input.format().fullScale())),
          samples_(input, borderByName(parameters.choice("border"))) {
        for (const FormulaExpression& expression : formula) {
            parsers_.push_back(std::make_unique<FormulaParser>(expression.text));
            FormulaParser& parser = *parsers_.back();
            setSliders(parser, parameters);
            parser.variables.w = input.width();
            parser.variables.h = input.height();
            parser.neighbour = [this](double dx, double dy) {
                return scaled(samples_(x_ + wholeOffset(dx), y_ + wholeOffset(dy), channel_));
            };
        }
    }
    void fill(Image& output, int y) {
        y_ = y;
        T* to = output.row<T>(y);
        for (x_ = 0; x_ < input_.width(); ++x_, to += output.channels())
            pixel(to, output.channels());
    }

private:
    float scaled(T sample) const { return float(sample) / full_; }
    void pixel(T* to, int channels) {
        const bool isColour = input_.channels() == 4;
        const T* from = input_.row<T>(y_) + std::size_t(x_) * std::size_t(input_.channels());
        if (channels == 4) to[3] = isColour ? from[3] : T(full_);
        const auto part = [&](int channel) { return scaled(from[isColour ? channel : 0]); };
        for (int i = 0; i < std::min(channels, 3); ++i) {
            FormulaParser& parser = *parsers_[parsers_.size() == 3 ? std::size_t(i) : 0];
            FormulaVariables& variables = parser.variables;
            channel_ = isColour ? i : 0;
            variables.v = part(i), variables.r = part(0), variables.g = part(1), variables.b = part(2);
            variables.a = isColour ? part(3) : 1;
            variables.x = x_, variables.y = y_;
            to[i] = formulaSample<T>(float(parser.value()), full_);
        }
    }

    const Image& input_;
    float full_;
    BorderedSamples<T> samples_;
    std::vector<std::unique_ptr<FormulaParser>> parsers_;
    int x_ = 0, y_ = 0, channel_ = 0;
};

Image formulaReference(const Image& input, const ParameterValues& parameters) {
    const Formula formula = formulaOf(parameters);
    Image output(formulaShape(input.shape(), parameters));
    withSampleType(input.format().type, [&](auto zero) {
        parallelRows(input.height(),
                     [&](int y) { FormulaRow<decltype(zero)>(input, formula, parameters).fill(output, y); });
    });
    return output;
}

Plan formulaPlan(const PlanRequest& request) {
    const Formula formula = formulaOf(request.parameters);
    const ImageShape output = formulaShape(request.input, request.parameters);
    KernelPass pass = kernelPass(request, {"formula", "formula_pixels"}, output.format);
    pass.defines.push_back(borderDefine(request.parameters.choice("border")));
    int operations = 1;
    const char* const channels[] = {"RED", "GREEN", "BLUE"};
    for (std::size_t i = 0; i < 3; ++i) {
        const FormulaExpression& expression = formula[formula.size() == 3 ? i : 0];
        pass.defines.emplace_back(channels[i], expression.kernelCode);
        operations = std::max(operations, expression.operations);
    }
    for (const char* name : {"p1", "p2", "p3", "p4"})
        pass.arguments.push_back({name, float(request.parameters.real(name))});
    pass.operations = std::uint64_t(operations) * output.samples();
    return singlePass(std::move(pass));
}

Variant formulaVariant() {
    return Variant{
        .id = "direct",
        .idea = "The expression is translated to OpenCL C. Each work-item computes all channels of a pixel.",
        .tolerance = {1, 0.001, 0.1, 1e-5}, // functions of OpenCL may be off by some units in the last place
        .plan = formulaPlan,
    };
}

std::vector<Parameter> formulaParameters() {
    std::vector<Parameter> all{
        textParameter("expression", "Expression", "1 - v", checkExpression,
                      {"v < p1 ? 0 : 1", "b; g; r", "0.5 + s(1, 0) - s(-1, 0)", "v * (1 - p2 * (x / w)^2)"},
                      "What each sample becomes: one expression, or three for red, green and blue, separated by "
                      "semicolons. v is the sample; r, g, b, a are those of the pixel. x and y are its position, and "
                      "w, h the image's size. s(dx, dy) is the sample of a neighbour.")};
    for (const char* number : {"1", "2", "3", "4"})
        all.push_back(realParameter(std::string("p") + number, std::string("p") + number, "", 0, 1, 0.01, 0.5,
                                    std::string("The value of p") + number + " in the expression."));
    all.push_back(borderParameter());
    return all;
}

} // namespace

Filter formula() {
    return {
        .id = "formula",
        .group = "Colour",
        .summary = "Computes each sample with an expression that you type, such as 1 - v.",
        .synonyms = {"expression", "math", "calculate", "pixel math", "own kernel"},
        .doc = "Full scale is 1. Operators: + - * / ^, < <= > >= == !=, && ||, and c ? a : b. Functions: sin cos tan "
               "asin acos atan atan2 exp log log2 log10 sqrt abs floor ceil rint min max mod clamp. Names: v r g b a x "
               "y w h p1 p2 p3 p4 pi, and s(dx, dy). A comparison is 1 or 0, and any number but 0 is true. Device and "
               "reference compute in floats, operation by operation. Division by zero gives infinity, and 0 / 0 is "
               "NaN. min and max skip NaN. mod(a, b) is a - b floor(a / b). v^2 is v * v, and v^3 is v * v * v. rint "
               "rounds half to even. For integer images, NaN becomes 0; other results are limited to 0..1, multiplied "
               "by full scale and rounded half to even. Float results are stored as they are. Offsets of s are rounded "
               "half to even, and NaN counts as 0. In gray images r, g and b are v, and a is 1. Three expressions make "
               "a gray image RGBA; alpha is copied. On a device, functions such as sin may be off in the last places. "
               "If floor or a comparison follows, its result may then differ.",
        .parameters = formulaParameters(),
        .locality = formulaLocality,
        .outputShape = formulaShape,
        .reference = formulaReference,
        .variants = {formulaVariant()},
    };
}

} // namespace lightbench::filters
