#include "core/filters/geometry/pixel_moves.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/base/parallel.h"
#include "core/device/device_traits.h"
#include "core/framework/plan.h"

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
    pass.defines.push_back({"PIXEL_BITS", bitTypes[size]});
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
            .label = "Segments",
            .idea =
                "Each work-item makes 16 bytes of the result, on CPUs a segment of a row. If they are adjacent in the "
                "input, it moves them with one load and one store.",
            .plan =
                [move](const PlanRequest& request) {
                    return pixelMovePlan(request, move(request.input, request.parameters));
                },
        }},
    };
}

} // namespace lightbench
