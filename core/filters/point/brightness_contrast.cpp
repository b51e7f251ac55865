// brightness-contrast: a linear map whose slope is the contrast.
#include "core/filters/point/point_filter.h"

namespace lightbench::filters {

namespace {

/// Maps s to slope s + offset in floats; product and sum are rounded separately.
struct Line {
    float slope, offset;
};

Line lineOf(const ParameterValues& parameters, Format format) {
    const double contrast = parameters.real("contrast"), brightness = parameters.real("brightness") / 100;
    return {float(contrast), float(format.fullScale() * ((1 - contrast) / 2 + brightness))};
}

Image brightnessContrastReference(const Image& input, const ParameterValues& parameters) {
    return mapColours(input, [line = lineOf(parameters, input.format())](auto sample) {
        return storeSample<decltype(sample)>(float(sample) * line.slope + line.offset);
    });
}

void addBrightnessContrastParameters(const PlanRequest& request, Plan&, KernelPass& pass) {
    const Line line = lineOf(request.parameters, request.input.format);
    addArguments(pass, {{"slope", line.slope}, {"offset", line.offset}});
}

} // namespace

Filter brightness_contrast() {
    return {
        .id = "brightness-contrast",
        .label = "Brightness and contrast",
        .group = "Tone and contrast",
        .summary = "Makes an image brighter or darker, and its contrast stronger or weaker.",
        .synonyms = {"lightness", "exposure", "gain", "bias"},
        .doc = "Sets brightness and contrast: c (s - m) + m + b for a sample s, with contrast c and brightness b in "
               "percent of full scale. m is the middle of the scale (127.5, 32767.5, 0.5). Burger and Burge describe "
               "it in Digital Image Processing, 4.1. It is computed as c s + o in float, rounded half to even and "
               "saturated, as by OpenCV's convertTo. Floats are not cut off. Alpha is copied.",
        .parameters = {realParameter("brightness", "Brightness", "%", -100, 100, 1, 0,
                                     "It is added to every sample, in percent of full scale."),
                       realParameter(
                           "contrast", "Contrast", "", 0, 8, 0.05, 1,
                           "The distance from the middle of the scale is multiplied by it; 1 changes nothing.")},
        .locality = pointLocality,
        .reference = brightnessContrastReference,
        .variants = {segmentsPointVariant("brightness_contrast", 2, addBrightnessContrastParameters,
                                          SegmentWidth::Samples)},
    };
}

} // namespace lightbench::filters
