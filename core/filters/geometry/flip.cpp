// flip: mirrors the image horizontally, vertically or both.
#include "core/filters/geometry/pixel_moves.h"

namespace lightbench::filters {

namespace {
AxisMove axisMove(int n, bool isFlipped) { return isFlipped ? AxisMove{n - 1, -1} : AxisMove{0, 1}; }

PixelMove flipMove(const ImageShape& input, const ParameterValues& parameters) {
    const std::string& direction = parameters.choice("direction");
    return {input, axisMove(input.size.width, direction != "vertical"),
            axisMove(input.size.height, direction != "horizontal")};
}
} // namespace

Filter flip() {
    Filter filter = pixelMoveFilter(flipMove);
    filter.id = "flip";
    filter.label = "Flip";
    filter.group = "Geometry";
    filter.synonyms = {"mirror", "reflect"};
    filter.summary = "Mirrors an image.";
    filter.doc = "The result is the mirror image; W and H are its width and height in pixels: horizontal out(x,y) = "
                 "in(W-1-x, y), vertical in(x, H-1-y), both in(W-1-x, H-1-y) (OpenCV's flip, Pillow's FLIP_LEFT_RIGHT "
                 "and FLIP_TOP_BOTTOM). Alpha moves with the colours.";
    filter.parameters = {choiceParameter(
        "direction", "Direction", {{"horizontal", "Horizontal"}, {"vertical", "Vertical"}, {"both", "Both"}},
        "horizontal",
        "horizontal: left and right are exchanged. vertical: top and bottom are. both: the image makes a half turn.")};
    return filter;
}

} // namespace lightbench::filters
