#include "core/filters/point/mapped_pixels.h"

#include "core/device/device_traits.h"

namespace lightbench {

namespace {
/// An OpenCL type of this many bytes, a power of two up to 64.
std::string bitsType(int bytes) {
    if (bytes > 4) return "uint" + std::to_string(bytes / 4);
    return bytes == 1 ? "uchar" : bytes == 2 ? "ushort" : "uint";
}
} // namespace

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
    pass.defines.push_back({"SOURCE_BITS", bitsType(pixels * int(request.input.format.bytesPerPixel()))});
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
