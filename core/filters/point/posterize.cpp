// posterize: reduces samples to a few levels, by the nearest level or by the upper bits.
#include <algorithm>

#include "core/filters/point/point_filter.h"

namespace lightbench::filters {

namespace {

/// A factor as a float and the rest that it lacks, which together have twice the precision of a float. fma() rounds the
/// product with an integer once: a product that is a half comes out as that half, and one beside a half stays beside
/// it.
struct DoubledFactor {
    float high, low;
    explicit DoubledFactor(double factor) : high(float(factor)), low(float(factor - double(high))) {}
    float times(float number) const { return std::fma(number, high, number * low); }
};

/// A sample s gets level k = min(round or floor(levels s), most), with value k height.
struct Steps {
    DoubledFactor levels, height;
    float maximum;
};

bool takesNearest(const ParameterValues& parameters) { return parameters.choice("form") == "nearest"; }

Steps stepsOf(const ParameterValues& parameters, Format format) {
    const double levels = parameters.integer("levels"), full = format.fullScale();
    const double values = format.isInteger() ? full + 1 : full, steps = levels - 1;
    return takesNearest(parameters)
               ? Steps{DoubledFactor(steps / full), DoubledFactor(full / steps), float(steps)}
               : Steps{DoubledFactor(levels / values), DoubledFactor(values / levels), float(steps)};
}

template <class T> T posterized(T sample, const Steps& steps, bool nearest) {
    float value = float(sample);
    if constexpr (std::is_floating_point_v<T>) value = std::fmin(std::fmax(value, 0.0f), 1.0f);
    const float place = steps.levels.times(value), number = nearest ? std::nearbyint(place) : std::floor(place);
    return storeSample<T>(steps.height.times(std::min(number, steps.maximum)));
}

Image posterizeReference(const Image& input, const ParameterValues& parameters) {
    const Steps steps = stepsOf(parameters, input.format());
    const bool nearest = takesNearest(parameters);
    return mapColours(input, [&](auto sample) { return posterized(sample, steps, nearest); });
}

void addPosterizeParameters(const PlanRequest& request, Plan&, KernelPass& pass) {
    const Steps steps = stepsOf(request.parameters, request.input.format);
    addDefines(pass, {{"NEAREST", takesNearest(request.parameters)}});
    addArguments(pass, {{"levels", steps.levels.high},
                        {"levels_rest", steps.levels.low},
                        {"maximum", steps.maximum},
                        {"height", steps.height.high},
                        {"height_rest", steps.height.low}});
}

} // namespace

Filter posterize() {
    return {
        .id = "posterize",
        .group = "Threshold and dither",
        .summary = "Reduces an image to a few tones per channel.",
        .synonyms = {"quantize", "reduce colours", "levels", "bit depth"},
        .doc = "Leaves n levels of each channel. With form=nearest, a sample s becomes round(round(s (n - 1) / F) F / "
               "(n - 1)), with full scale F. Black and white are then levels (GIMP's posterize). With form=bits, it "
               "becomes floor(s n / V) V / n, with V = 256, 65536 or 1 values. If n is a power of two, this keeps the "
               "upper bits (Pillow's ImageOps.posterize). Integers are exact, and rounded half to even. Floats are cut "
               "off at 0 and 1 first; their factors have twice the precision of a float. Alpha is copied.",
        .parameters = {integerParameter("levels", "Levels", "", 2, 256, 1, 4, "Number of values that are left."),
                       choiceParameter("form", "Form", {{"nearest", "Nearest level"}, {"bits", "Upper bits"}},
                                       "nearest",
                                       "nearest: a sample becomes the nearest of the levels from black to white. bits: "
                                       "it becomes the level below.")},
        .clampsFloats = true,
        .locality = pointLocality,
        .reference = posterizeReference,
        .variants = {segmentsPointVariant("posterize", 4, addPosterizeParameters)},
    };
}

} // namespace lightbench::filters
