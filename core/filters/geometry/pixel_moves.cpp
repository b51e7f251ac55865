#include "core/filters/geometry/pixel_moves.h"

#include <algorithm>
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
            .idea = "Each work-item makes 16 bytes of the result; on CPUs it makes a segment of a row. Pixels that are "
                    "adjacent in the input move with one load and one store.",
            .plan =
                [move](const PlanRequest& request) {
                    return pixelMovePlan(request, move(request.input, request.parameters));
                },
        }},
    };
}

} // namespace lightbench
