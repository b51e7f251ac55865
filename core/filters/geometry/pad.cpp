// pad: adds a border around the image.
#include <cstring>

#include "core/filters/geometry/pixel_moves.h"
#include "core/image/eight_bit_unit.h"

namespace lightbench::filters {

namespace {
/// An opaque pixel of this gray, which is given on the 8-bit scale.
std::vector<std::byte> grayPixel(Format format, int value) {
    std::vector<std::byte> bytes(format.bytesPerPixel());
    withSampleType(format.type, [&](auto zero) {
        using T = decltype(zero);
        for (int c = 0; c < format.channels; ++c) {
            const T sample = T(inSampleUnits(c == 3 ? 255 : value, format.type));
            std::memcpy(bytes.data() + std::size_t(c) * sizeof(T), &sample, sizeof(T));
        }
    });
    return bytes;
}

PixelMove padded(const ImageShape& input, const ParameterValues& parameters) {
    const int left = parameters.integer("left"), top = parameters.integer("top");
    const Size size{input.size.width + left + parameters.integer("right"),
                    input.size.height + top + parameters.integer("bottom")};
    return {{size, input.format, input.layout},
            {-left, 1},
            {-top, 1},
            borderByName(parameters.choice("border")),
            grayPixel(input.format, parameters.integer("value"))};
}

Parameter sideParameter(const char* name, const char* label) {
    return integerParameter(name, label, "px", 0, 4096, 1, 16, "Columns or rows to add on this side.");
}

Parameter valuedBorder() {
    Parameter border = borderParameter();
    border.choices.back().label = "Constant (the value)";
    border.doc = "What the new pixels are. replicate: the nearest pixel of the border (aaa|abc). reflect101: the "
                 "mirror image, without repeating the border pixel (cb|abc). wrap: the pixels of the other side "
                 "(bc|abc). constant: the value.";
    return border;
}
} // namespace

Filter pad() {
    Filter filter = pixelMoveFilter(padded);
    filter.id = "pad";
    filter.label = "Pad";
    filter.group = "Geometry";
    filter.synonyms = {"border", "margin", "extend", "canvas size"};
    filter.summary = "Adds columns and rows around an image.";
    filter.doc = "Adds columns and rows around the image: out(x,y) = in(x - left, y - top). Beyond the border, the "
                 "parameter `border` says what the pixels are (OpenCV's copyMakeBorder). The constant is opaque gray. "
                 "Its value is on the 8-bit scale: it is multiplied by 257 for 16-bit samples, and divided by 255 for "
                 "floats. With other borders, alpha moves with the colours.";
    filter.parameters = {sideParameter("left", "Left"),
                         sideParameter("top", "Top"),
                         sideParameter("right", "Right"),
                         sideParameter("bottom", "Bottom"),
                         valuedBorder(),
                         integerParameter("value", "Value", "", 0, 255, 1, 0,
                                          "Gray of the constant border, on the 8-bit scale. Other borders ignore it.")};
    filter.accepts = {SampleType::U8, SampleType::U16, SampleType::F32}; // those that have a value of gray
    return filter;
}

} // namespace lightbench::filters
