#include "core/filters/point/mapped_pixels.h"

#include <algorithm>

#include "core/device/device_traits.h"

namespace lightbench {

KernelPass pixelSegmentsPass(const PlanRequest& request, const ImageShape& output, KernelName name, int operations) {
    const ImageShape& input = request.input;
    KernelPass pass = kernelPass(request, std::move(name), output.format);
    pass.global = coverSegments(input.size.area(), 4, request.workgroup);
    pass.arguments = {{"src", inputBuffer()}, {"dst", outputBuffer()}, {"pixels", std::int32_t(input.size.area())}};
    pass.bytes = input.bytes() + output.bytes();
    pass.operations = std::uint64_t(operations) * input.size.area();
    return pass;
}

KernelPass wideSegmentsPass(const PlanRequest& request, const ImageShape& output, KernelName name, int operations) {
    KernelPass pass = pixelSegmentsPass(request, output, std::move(name), operations);
    if (isCpuDevice(request.device)) return pass;
    const int pixels = 16 / int(output.format.bytesPerPixel());
    addDefines(pass, {{"PIXELS", pixels}});
    const int samples = pixels * request.input.format.channels;
    const auto type = std::ranges::find(pass.defines, "SRC_SAMPLE", &std::pair<std::string, std::string>::first);
    const std::string sample = type->second;
    pass.defines.push_back({"SOURCE_SEGMENT", samples > 1 ? sample + std::to_string(samples) : sample});
    pass.global = coverSegments(request.input.size.area(), pixels, request.workgroup);
    return pass;
}

KernelPass pixelVectorsPass(const PlanRequest& request, const ImageShape& output, KernelName name, int operations) {
    constexpr int vectorPixels = 16, vectorsOfItem = 16;
    KernelPass pass = pixelSegmentsPass(request, output, std::move(name), operations);
    addDefines(pass, {{"VECTORS", vectorsOfItem}});
    pass.global = coverSegments(request.input.size.area(), vectorPixels * vectorsOfItem, request.workgroup);
    return pass;
}

} // namespace lightbench
