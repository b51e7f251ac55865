// posterize: a few levels, by the nearest of them or by the upper bits.
#include <algorithm>

#include "core/filters/point/point_runs.h"

namespace lightbench::filters {

namespace {

/// A sample s belongs to level k = min(round or floor(levels s), most), whose value is k height; all in float.
struct Steps {
    float levels, most, height;
};

bool takesNearest(const ParameterValues& parameters) { return parameters.choice("form") == "nearest"; }

Steps stepsOf(const ParameterValues& parameters, Format format) {
    const double levels = parameters.integer("levels"), full = format.fullScale();
    if (takesNearest(parameters)) return {float((levels - 1) / full), float(levels - 1), float(full / (levels - 1))};
    const double values = format.isInteger() ? full + 1 : full;
    return {float(levels / values), float(levels - 1), float(values / levels)};
}

template <class T> T posterized(T sample, const Steps& steps, bool nearest) {
    float value = float(sample);
    if constexpr (std::is_floating_point_v<T>) value = std::fmin(std::fmax(value, 0.0f), 1.0f);
    const float number = nearest ? std::nearbyint(value * steps.levels) : std::floor(value * steps.levels);
    return storeSample<T>(std::min(number, steps.most) * steps.height);
}

Image posterizeReference(const Image& input, const ParameterValues& parameters) {
    const Steps steps = stepsOf(parameters, input.format());
    const bool nearest = takesNearest(parameters);
    return mapColours(input, [&](auto sample) { return posterized(sample, steps, nearest); });
}

void addPosterizeParameters(const PlanRequest& request, Plan&, KernelPass& pass) {
    const Steps steps = stepsOf(request.parameters, request.input.format);
    pass.defines.push_back({"NEAREST", takesNearest(request.parameters) ? "1" : "0"});
    addArguments(pass, {{"levels", steps.levels}, {"most", steps.most}, {"height", steps.height}});
}

} // namespace

Filter posterize() {
    Filter filter;
    filter.id = "posterize";
    filter.label = "Posterize";
    filter.group = "Tone";
    filter.synonyms = {"quantize", "reduce colours", "levels", "bit depth"};
    filter.locality = pointLocality;
    filter.doc = "n levels. Form nearest: round(round(s (n - 1) / F) F / (n - 1)) for a sample s and full scale F, so "
                 "that black and white are levels (GIMP's posterize). Form bits: floor(s n / V) V / n with V = 256, "
                 "65536 or 1 values, which for n a power of two keeps the upper bits (Pillow's ImageOps.posterize). "
                 "In float, half to even. Alpha stays.";
    filter.parameters = {integerParameter("levels", "Levels", "", 2, 256, 1, 4, "How many values are left."),
                         choiceParameter("form", "Form", {{"nearest", "Nearest level"}, {"bits", "Upper bits"}},
                                         "nearest", "The nearest of levels from black to white, or the level below.")};
    filter.accepts = {SampleType::U8, SampleType::U16, SampleType::F32};
    filter.reference = posterizeReference;
    filter.variants = {runsPointVariant("posterize", 4, addPosterizeParameters)};
    return filter;
}

} // namespace lightbench::filters
