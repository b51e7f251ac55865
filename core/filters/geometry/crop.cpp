// crop: cuts a rectangle out of the image.
#include <algorithm>

#include "core/base/error.h"
#include "core/filters/geometry/pixel_moves.h"

namespace lightbench::filters {

namespace {
/// The rectangle if none is given: half of each side, at least one pixel, in the middle.
Rectangle wanted(Size size, const Rectangle& given) {
    if (given != Rectangle{}) return given;
    const int width = (size.width + 1) / 2, height = (size.height + 1) / 2;
    return {(size.width - width) / 2, (size.height - height) / 2, width, height};
}

bool leavesZeros(const ParameterValues& parameters) { return parameters.choice("beyond") == "zero"; }

/// The part of the rectangle inside the image; its sides are 0 or less if they do not overlap.
Rectangle cut(const ImageShape& input, const ParameterValues& parameters) {
    const Rectangle whole = wanted(input.size, parameters.rectangle("rectangle"));
    if (leavesZeros(parameters)) return whole;
    const std::int64_t right = std::min<std::int64_t>(std::int64_t(whole.x) + whole.width, input.size.width);
    const std::int64_t bottom = std::min<std::int64_t>(std::int64_t(whole.y) + whole.height, input.size.height);
    const int x = std::max(whole.x, 0), y = std::max(whole.y, 0);
    return {x, y, int(std::max<std::int64_t>(right - x, 0)), int(std::max<std::int64_t>(bottom - y, 0))};
}

PixelMove cropped(const ImageShape& input, const ParameterValues& parameters) {
    const Rectangle part = cut(input, parameters);
    const bool isZero = leavesZeros(parameters);
    return {{{part.width, part.height}, input.format, input.layout},
            {part.x, 1},
            {part.y, 1},
            isZero ? Border::Constant : Border::Replicate,
            isZero ? std::vector<std::byte>(input.format.bytesPerPixel()) : std::vector<std::byte>()};
}

void checkCrop(const ImageShape& input, const ParameterValues& parameters) {
    const Rectangle part = cut(input, parameters);
    if (part.width < 1 || part.height < 1)
        fail(ErrorKind::Usage,
             "crop rectangle=" + valueText(parameters.get("rectangle")) + " leaves nothing of the image of " +
                 std::to_string(input.size.width) + " x " + std::to_string(input.size.height) +
                 "; give a rectangle that overlaps it, none for the middle, or beyond=zero",
             "rectangle");
}
} // namespace

Filter crop() {
    Filter filter = pixelMoveFilter(cropped);
    filter.id = "crop";
    filter.label = "Crop";
    filter.group = "Geometry";
    filter.synonyms = {"cut", "trim", "region", "clip"};
    filter.summary = "Cuts a rectangle out of an image.";
    filter.doc = "The result is the part of the image inside a rectangle x,y,w,h in pixels: out(i,j) = in(x+i, y+j), w "
                 "pixels wide and h high (NumPy's slices, Pillow's crop). Alpha moves with the colours.";
    filter.parameters = {rectangleParameter("rectangle", "Rectangle",
                                            "The part to keep: x,y of its upper left pixel, width and height. With "
                                            "none, it is the middle, half as wide and half as high as the image."),
                         choiceParameter("beyond", "Beyond the image", {{"cut", "Cut off"}, {"zero", "Zeros"}}, "cut",
                                         "What becomes of the part of the rectangle beyond the image. It is cut off, "
                                         "as in a slice of NumPy, or 0 in all channels, as in Pillow's crop.")};
    filter.check = checkCrop;
    return filter;
}

} // namespace lightbench::filters
