// levels: maps a black and a white point to the ends of the scale, with gamma between them.
#include <algorithm>

#include "core/filters/point/point_filter.h"

namespace lightbench::filters {

namespace {

/// The range between black and white, at least one step, since otherwise there is nothing between them.
double rangeOf(const ParameterValues& parameters) {
    return std::max(parameters.integer("white") - parameters.integer("black"), 1);
}

Tone levelsTone(const ParameterValues& parameters) {
    const double black = parameters.integer("black"), range = rangeOf(parameters);
    return [=, exponent = 1 / parameters.real("gamma")](double sample, double unit) {
        const double full = 255 * unit, above = std::fmin(std::fmax(sample - black * unit, 0.0), range * unit);
        // A plain quotient without a power, so that halves are exact.
        return exponent == 1 ? above * full / (range * unit) : std::pow(above / (range * unit), exponent) * full;
    };
}

/// The levels for float samples. It rounds step by step as the kernel does, because the power would amplify a
/// difference.
struct FloatLevels {
    float black, scale, exponent;
    explicit FloatLevels(const ParameterValues& parameters)
        : black(float(parameters.integer("black") / 255.0)), scale(float(255 / rangeOf(parameters))),
          exponent(float(1 / parameters.real("gamma"))) {}
    float of(float sample) const {
        return float(std::pow(double(std::fmin(std::fmax((sample - black) * scale, 0.0f), 1.0f)), double(exponent)));
    }
};

void addLevelsForFloats(const PlanRequest& request, Plan&, KernelPass& pass) {
    const FloatLevels levels(request.parameters);
    addArguments(pass, {{"black", levels.black}, {"scale", levels.scale}, {"exponent", levels.exponent}});
}

Image levelsReference(const Image& input, const ParameterValues& parameters) {
    if (input.format().isInteger()) return toneReference(input, levelsTone(parameters));
    return mapColours(input, [levels = FloatLevels(parameters)](auto sample) { return levels.of(float(sample)); });
}

} // namespace

Filter levels() {
    constexpr int operationsPerSample = 20;
    return {
        .id = "levels",
        .group = "Tone and contrast",
        .summary = "Stretches the range between a black and a white point over the whole scale, with a gamma curve.",
        .synonyms = {"gamma", "black point", "white point", "stretch", "contrast"},
        .doc = "Maps each sample s to F clamp((s - b) / (w - b), 0, 1)^(1 / gamma), rounded half to even. F is full "
               "scale, b the black point and w the white point. These are the input levels of GIMP's and Photoshop's "
               "dialogs, with the power law of Poynton, Digital Video and HD, chapter 27. Alpha is copied.",
        .parameters =
            {integerParameter("black", "Black", "", 0, 254, 1, 0, "The value that becomes black, on the 8-bit scale."),
             integerParameter(
                 "white", "White", "", 1, 255, 1, 255,
                 "The value that becomes white, on the 8-bit scale. If it is not above black, black + 1 is used."),
             realParameter("gamma", "Gamma", "", 0.1, 10, 0.05, 1,
                           "Above 1 it makes the middle tones lighter, below 1 darker.")},
        .clampsFloats = true,
        .locality = pointLocality,
        .reference = levelsReference,
        // For floats: OpenCL's pow may be off by 16 units in the last place.
        .variants = {tableVariant("levels", operationsPerSample, levelsTone, addLevelsForFloats,
                                  Tolerance{.magnitudeFactor = 1e-5})},
    };
}

} // namespace lightbench::filters
