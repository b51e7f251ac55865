// Filters that only move pixels along the axes: crop, flip and pad. rotate-90 takes the plan for its half turn.
#include "core/filters/geometry/pixel_moves.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/device/device_traits.h"
#include "core/framework/plan.h"
#include "core/image/eight_bit_unit.h"

namespace lightbench {

namespace {
const std::byte* sourceOf(const Image& input, const PixelMove& move, int x, int y) {
    const int column = borderIndex(move.x.start + move.x.step * x, input.width(), move.border);
    const int row = borderIndex(move.y.start + move.y.step * y, input.height(), move.border);
    if (column < 0 || row < 0) return move.outside.data();
    const std::size_t index = std::size_t(row) * std::size_t(input.width()) + std::size_t(column);
    return input.bytes().data() + index * input.format().bytesPerPixel();
}

/// The pixel beyond a constant border, as the kernel reads it; zeros for other borders.
std::vector<std::byte> outsidePixel(const PixelMove& move) {
    return move.outside.empty() ? std::vector<std::byte>(move.result.format.bytesPerPixel()) : move.outside;
}
} // namespace

Image movedPixels(const Image& input, const PixelMove& move) {
    Image output(move.result);
    const std::size_t pixel = input.format().bytesPerPixel();
    const std::size_t pitch = std::size_t(output.width()) * pixel;
    parallelRows(output.height(), [&](int y) {
        std::byte* to = output.bytes().data() + std::size_t(y) * pitch;
        for (int x = 0; x < output.width(); ++x, to += pixel)
            std::memcpy(to, sourceOf(input, move, x, y), pixel);
    });
    return output;
}

namespace {
/// A vector of pixels, and the swizzle that selects these from last to first.
struct Packet {
    const char *type, *reversed;
};
/// For pixels of 1, 2, 4, 8 and 16 bytes: their types, the packets of GPUs, and those of CPUs that run backward.
constexpr const char* bitTypes[] = {"uchar", "ushort", "uint", "ulong", "uint4"};
constexpr const char* all16 = "sfedcba9876543210";
constexpr Packet gpuPackets[] = {
    {"uchar16", all16}, {"ushort8", "s76543210"}, {"uint4", "s3210"}, {"ulong2", "s10"}, {"uint4", "s0123"}};
constexpr Packet cpuPackets[] = {
    {"uchar16", all16}, {"ushort16", all16}, {"uint16", all16}, {"ulong8", "s76543210"}, {"uint4", "s0123"}};

/// Adds the defines of kernels/geometry/pixel_moves/moved_pixels.clh.
void addPacket(KernelPass& pass, const PlanRequest& request, bool isBackward) {
    const std::size_t size = std::size_t(std::countr_zero(request.input.format.bytesPerPixel()));
    const bool isCpu = isCpuDevice(request.device);
    const Packet packet = !isCpu ? gpuPackets[size] : isBackward ? cpuPackets[size] : Packet{"ulong8", "s76543210"};
    pass.defines.push_back({"PIXEL_TYPE", bitTypes[size]});
    pass.defines.push_back({"PACKET", packet.type});
    pass.defines.push_back({"REVERSED", packet.reversed});
}

/// For CPUs: a work-item moves a segment of a row.
void moveSegments(KernelPass& pass, const PlanRequest& request, const PixelMove& move) {
    const int segmentPixels = 1024 / int(move.result.format.bytesPerPixel());
    const Size size = move.result.size;
    pass.kernel = "pixel_moves_row_segments";
    pass.program = "pixel_moves/row_segments";
    addDefines(pass, {{"SHARE_PIXELS", segmentPixels},
                      {"STREAMING_STORES", bypassesCaches(request.device, 2 * move.result.bytes())}});
    const std::size_t segments = std::size_t(divideUp(size.width, segmentPixels));
    pass.global = coverSegments(segments * std::size_t(size.height), 1, request.workgroup);
}
} // namespace

Plan pixelMovePlan(const PlanRequest& request, const PixelMove& move) {
    const int pixel = int(request.input.format.bytesPerPixel());
    Plan plan;
    KernelPass& pass = plan.add(kernelPass(request, "pixel_moves/segments"));
    addDefines(pass, {{"PIXEL_BYTES", pixel}, {"BORDER", int(move.border)}, {"BACKWARD", move.x.step < 0}});
    addPacket(pass, request, move.x.step < 0);
    pass.global = coverSegments(move.result.size.area(), 16 / pixel, request.workgroup);
    pass.arguments = {{"src", inputBuffer()},
                      {"dst", outputBuffer()},
                      {"outside", plan.addScratch({"pixel beyond the border", request.input.format.bytesPerPixel(),
                                                   outsidePixel(move)})},
                      {"source_width", request.input.size.width},
                      {"source_height", request.input.size.height},
                      {"width", move.result.size.width},
                      {"height", move.result.size.height},
                      {"start_x", move.x.start},
                      {"start_y", move.y.start},
                      {"step_y", move.y.step}};
    pass.bytes = std::min(request.input.bytes(), move.result.bytes()) + move.result.bytes();
    if (isCpuDevice(request.device))
        moveSegments(pass, request, move);
    else
        addDivisor(pass, "width", move.result.size.width);
    return plan;
}

namespace filters {

namespace {

using MakePixelMove = PixelMove (*)(const ImageShape& input, const ParameterValues& parameters);

/// A filter with shape, reference and variant; the caller adds text and parameters.
Filter pixelMoveFilter(MakePixelMove move) {
    return {
        .accepts = {SampleType::U8, SampleType::U16, SampleType::U32, SampleType::F32},
        .outputShape = [move](const ImageShape& input,
                              const ParameterValues& parameters) { return move(input, parameters).result; },
        .reference =
            [move](const Image& input, const ParameterValues& parameters) {
                return movedPixels(input, move(input.shape(), parameters));
            },
        .variants = {Variant{
            .id = "segments",
            .idea = "Each work-item makes 16 bytes of the result; on CPUs it makes a segment of a row. Pixels that are "
                    "adjacent in the input move with one load and one store.",
            .plan =
                [move](const PlanRequest& request) {
                    return pixelMovePlan(request, move(request.input, request.parameters));
                },
        }},
    };
}

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
        failPredicate(ErrorKind::Usage,
                      "rectangle=" + valueText(parameters.get("rectangle")) + " leaves nothing of the image of " +
                          std::to_string(input.size.width) + " x " + std::to_string(input.size.height) +
                          "; give a rectangle that overlaps it, none for the middle, or beyond=zero",
                      "rectangle");
}
} // namespace

Filter crop() {
    Filter filter = pixelMoveFilter(cropped);
    filter.id = "crop";
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

} // namespace filters

} // namespace lightbench
