// step-edges: draws bars of two levels with slanted edges over the image.
#include "core/base/direction.h"
#include "core/filters/patterns/overlay.h"

namespace lightbench::filters {

namespace {

/// A pixel is in bar floor((x - centreX) across + (y - centreY) down), computed in floats; odd bars are light.
struct Bars {
    float centreX, centreY, across, down;
    bool isLight(int x, int y) const {
        return int(std::floor((float(x) - centreX) * across + (float(y) - centreY) * down)) & 1;
    }
};

Bars barsOf(const ParameterValues& parameters, Size size) {
    const Direction direction = directionOf(parameters.real("angle"));
    const double width = parameters.integer("width");
    return {float((size.width - 1) / 2.0), float((size.height - 1) / 2.0), float(direction.cosine / width),
            float(direction.sine / width)};
}

Image stepEdgesReference(const Image& input, const ParameterValues& parameters) {
    const Bars bars = barsOf(parameters, input.size());
    return overlayReference(input, overlayOf(parameters, input.format()),
                            [&](int x, int y) { return bars.isLight(x, y); });
}

void addStepEdgesParameters(const PlanRequest& request, Plan&, KernelPass& pass) {
    addOverlay(request, pass);
    const Bars bars = barsOf(request.parameters, request.input.size);
    addArguments(
        pass, {{"centre_x", bars.centreX}, {"centre_y", bars.centreY}, {"across", bars.across}, {"down", bars.down}});
}

} // namespace

Filter step_edges() {
    Filter filter;
    filter.id = "step-edges";
    filter.label = "Step edges";
    filter.group = "Noise and patterns";
    filter.synonyms = {"slanted edge", "bars", "test pattern", "resolution", "mtf"};
    filter.locality = placedPointLocality;
    filter.summary = "Lays bars with sharp, slanted edges over an image, to measure sharpness.";
    filter.doc =
        "Draws bars over the image: s (1 - o) + p o for a sample s, opacity o and pattern p, in float, rounded half to "
        "even. p is the light level in odd bars, and the dark level in even ones. A pixel is in bar floor(d / width), "
        "with d = (x - cx) cos a + (y - cy) sin a. d is its distance from the edge through the image's centre. Edges "
        "that are slanted by some degrees measure sharpness as in ISO 12233. Alpha is copied.";
    filter.parameters = overlayParameters();
    filter.parameters.insert(
        filter.parameters.begin(),
        {integerParameter("width", "Bar", "px", 1, 4096, 1, 64, "Width of a bar, across its edges."),
         realParameter("angle", "Angle", "deg", -180, 180, 1, 5, "Angle between the edges and the vertical.")});
    filter.reference = stepEdgesReference;
    filter.variants = {segmentsPointVariant("step_edges", 10, addStepEdgesParameters)};
    return filter;
}

} // namespace lightbench::filters
