// checkerboard: draws squares of two levels over the image.
#include "core/filters/patterns/overlay.h"

namespace lightbench::filters {

namespace {

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
    filter.label = "Checkerboard";
    filter.group = "Noise and patterns";
    filter.synonyms = {"chessboard", "test pattern", "overlay"};
    filter.locality = placedPointLocality;
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

} // namespace lightbench::filters
