// threshold: compares each sample with a level; OpenCV's five types decide the two results.
#include <string_view>

#include "core/filters/point/luma_channels.h"
#include "core/filters/point/point_filter.h"
#include "core/framework/named_choices.h"
#include "core/image/eight_bit_unit.h"

namespace lightbench::filters {

namespace {

/// What a sample above the threshold becomes, and what others become: names in kernels/point/threshold.cl.
struct Type {
    const char *name, *label, *above, *below;
};
constexpr Type types[] = {{"binary", "Binary", "full", "none"},
                          {"binary-inverted", "Binary, inverted", "none", "full"},
                          {"truncate", "Truncate", "level", "s"},
                          {"to-zero", "To zero", "s", "none"},
                          {"to-zero-inverted", "To zero, inverted", "none", "s"}};

const Type& typeOf(const ParameterValues& parameters) { return rowNamed(types, parameters.choice("type")); }

template <class T> T valueOf(std::string_view name, T sample, T level, T full) {
    return name == "s" ? sample : name == "level" ? level : name == "full" ? full : T(0);
}

Image thresholdReference(const Image& input, const ParameterValues& parameters) {
    const Type& type = typeOf(parameters);
    const float threshold = inSampleUnits(parameters.integer("threshold"), input.format().type);
    return mapColours(input, [&, full = input.format().fullScale()](auto sample) {
        using T = decltype(sample);
        const T level = T(threshold);
        return valueOf<T>(sample > level ? type.above : type.below, sample, level, T(full));
    });
}

void addThresholdParameters(const PlanRequest& request, Plan&, KernelPass& pass) {
    const Type& type = typeOf(request.parameters);
    pass.defines.insert(pass.defines.end(), {{"ABOVE", type.above}, {"BELOW", type.below}});
    pass.arguments.push_back(
        {"threshold", inSampleUnits(request.parameters.integer("threshold"), request.input.format.type)});
}

} // namespace

Filter threshold() {
    Filter filter;
    filter.id = "threshold";
    filter.group = "Threshold and dither";
    filter.synonyms = {"binarize", "cut-off", "black and white"};
    filter.locality = pointLocality;
    filter.summary = "Compares each sample with a threshold, for example to make black and white.";
    filter.doc = "Compares each sample s with the threshold t. If s > t, the result is full scale for binary, t for "
                 "truncate, and s for to-zero. Otherwise it is 0, s and 0. Inverted types exchange the two results. "
                 "These are the types of OpenCV's cv::threshold. NaN is not above any threshold. Each colour channel "
                 "is filtered by itself; alpha is copied.";
    filter.parameters = {integerParameter("threshold", "Threshold", "", 0, 255, 1, 127,
                                          "The threshold on the 8-bit scale: it is multiplied by 257 for 16-bit "
                                          "images, and divided by 255 for float images."),
                         choiceParameter("type", "Type", choicesOf(types), "binary",
                                         "What samples above the threshold become, and what the others become.")};
    filter.reference = thresholdReference;
    filter.variants = {segmentsPointVariant("threshold", 2, addThresholdParameters, SegmentWidth::Samples)};
    acceptLuma(filter, LumaUse::Replace);
    return filter;
}

} // namespace lightbench::filters
