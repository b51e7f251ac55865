// The test patterns of two levels that are drawn over an image: checkerboard, and step-edges with slanted edges.
// kernels/patterns/overlay.clh is the device counterpart.
#include "core/base/direction.h"
#include "core/filters/point/point_filter.h"
#include "core/framework/colour_rows.h"

namespace lightbench::filters {

namespace {

/// A sample s becomes s keep + light or s keep + dark, in float; levels are in sample units, times the opacity.
struct Overlay {
    float keep = 0, dark = 0, light = 0;
};

/// The parameters opacity, dark and light are in percent.
Overlay overlayOf(const ParameterValues& parameters, Format format) {
    const double opacity = parameters.real("opacity") / 100, full = format.fullScale() / 100;
    return {float(1 - opacity), float(opacity * full * parameters.real("dark")),
            float(opacity * full * parameters.real("light"))};
}

void addOverlay(const PlanRequest& request, KernelPass& pass) {
    const Overlay overlay = overlayOf(request.parameters, request.input.format);
    addDivisor(pass, "width", request.input.size.width);
    addArguments(pass, {{"width", request.input.size.width},
                        {"keep", overlay.keep},
                        {"dark", overlay.dark},
                        {"light", overlay.light}});
}

std::vector<Parameter> overlayParameters() {
    return {realParameter("opacity", "Opacity", "%", 0, 100, 1, 50, "Opacity of the pattern; 100 hides the image."),
            realParameter("dark", "Dark", "%", 0, 100, 1, 0, "The dark level, in percent of full scale."),
            realParameter("light", "Light", "%", 0, 100, 1, 100, "The light level, in percent of full scale.")};
}

/// isLight(x, y) decides which level covers a pixel; alpha is copied.
template <class IsLight> Image overlayReference(const Image& input, const Overlay& overlay, IsLight isLight) {
    return mapColourRows(input, [&](auto zero, int y, const auto& fill) {
        using T = decltype(zero);
        const T* from = input.row<T>(y);
        fill([&](std::size_t i) {
            const float level = isLight(int(i) / input.channels(), y) ? overlay.light : overlay.dark;
            return storeSample<T>(float(from[i]) * overlay.keep + level);
        });
    });
}

Image checkerboardReference(const Image& input, const ParameterValues& parameters) {
    const int size = parameters.integer("size");
    return overlayReference(input, overlayOf(parameters, input.format()),
                            [=](int x, int y) { return (x / size + y / size) % 2 == 1; });
}

void addCheckerboardParameters(const PlanRequest& request, Plan&, KernelPass& pass) {
    addOverlay(request, pass);
    const int size = request.parameters.integer("size");
    pass.arguments.push_back({"size", size});
    addDivisor(pass, "size", size);
}

} // namespace

Filter checkerboard() {
    Filter filter;
    filter.id = "checkerboard";
    filter.group = "Noise and patterns";
    filter.synonyms = {"chessboard", "test pattern", "overlay"};
    filter.locality = positionedPointLocality;
    filter.summary = "Lays a checkerboard over an image, as a test pattern.";
    filter.doc = "Draws a checkerboard over the image: s (1 - o) + p o for a sample s, opacity o and pattern p, in "
                 "float, rounded half to even. p is the light level where floor(x / size) + floor(y / size) is odd, "
                 "and the dark level elsewhere; pixel (0, 0) is at the top left. The fields are those of "
                 "skimage.data.checkerboard and of OpenCV's calibration boards. Alpha is copied.";
    filter.parameters = overlayParameters();
    filter.parameters.insert(filter.parameters.begin(),
                             integerParameter("size", "Field", "px", 1, 1024, 1, 32, "Side of a field."));
    filter.reference = checkerboardReference;
    filter.variants = {segmentsPointVariant("checkerboard", 6, addCheckerboardParameters)};
    return filter;
}

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
    filter.group = "Noise and patterns";
    filter.synonyms = {"slanted edge", "bars", "test pattern", "resolution", "mtf"};
    filter.locality = positionedPointLocality;
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
