// rotate: rotates by any angle about the image's centre.
#include <cmath>

#include "core/base/direction.h"
#include "core/filters/geometry/warp_map.h"

namespace lightbench::filters {

namespace {
Warp rotated(const ImageShape& input, const ParameterValues& parameters) {
    const auto [c, s] = directionOf(parameters.real("angle"));
    const double w = input.size.width, h = input.size.height;
    ImageShape result = input;
    if (parameters.choice("size") == "whole")
        result.size = {std::max(1, int(w * std::abs(c) + h * std::abs(s) + 0.5)),
                       std::max(1, int(w * std::abs(s) + h * std::abs(c) + 0.5))};
    const double x = (result.size.width - 1) / 2.0, y = (result.size.height - 1) / 2.0;
    return {result, {c, -s, (w - 1) / 2 - c * x + s * y, s, c, (h - 1) / 2 - s * x - c * y, 0, 0, 1}};
}
} // namespace

Filter rotate() {
    Filter filter = warpFilter(rotated);
    filter.id = "rotate";
    filter.label = "Rotate";
    filter.synonyms = {"turn", "angle", "straighten", "spin"};
    filter.summary = "Turns an image counterclockwise by any angle.";
    filter.doc = "Turns the image counterclockwise by an angle a about its middle (cx, cy) = ((W-1)/2, (H-1)/2). "
                 "out(x,y) = in(cx + cos a dx - sin a dy, cy + sin a dx + cos a dy). dx and dy are measured from the "
                 "middle of the result, in pixels. This is OpenCV's getRotationMatrix2D, and SciPy's affine_transform "
                 "of order 1 within one step of 8 bits. Positions are whole numbers, rounded to 256ths of a pixel, and "
                 "weights are 65536ths. All four channels are computed alike.";
    filter.parameters.insert(filter.parameters.begin(),
                             {realParameter("angle", "Angle", "deg", -360, 360, 1, 30, "Counterclockwise."),
                              choiceParameter("size", "Size", {{"same", "Same"}, {"whole", "The whole image"}}, "same",
                                              "same: width and height stay, and corners are cut off; whole: the result "
                                              "holds the whole turned image.")});
    return filter;
}

} // namespace lightbench::filters
