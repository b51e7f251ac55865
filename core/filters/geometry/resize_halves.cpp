// The plan of the halving variant.
#include "core/filters/geometry/resize_halves.h"

#include "core/filters/geometry/resize_weights.h"

namespace lightbench {

bool resizesToHalves(const PlanRequest& request, Size to) {
    const Size from = request.input.size;
    if (from.width != 2 * to.width || from.height != 2 * to.height) return false;
    return resizeWeights(request.parameters.choice("method"), from.width, to.width).isOfPairs({0, 2});
}

Plan resizeHalvesPlan(const PlanRequest& request, Size to) {
    const Format format = request.input.format;
    // 16 bytes of 8-bit samples, else one pixel.
    const int pixels = format.type == SampleType::U8 ? 16 / format.channels : 1;
    KernelPass pass;
    pass.kernel = "resize_halve_pixels";
    pass.program = "resize/halving";
    pass.defines = formatDefines(format, format);
    pass.defines.insert(pass.defines.end(),
                        {{"PIXELS", std::to_string(pixels)}, {"ALIGNED", to.width % pixels == 0 ? "1" : "0"}});
    pass.local = request.workgroup;
    pass.global = coverGlobal({(to.width + pixels - 1) / pixels, to.height}, request.workgroup);
    pass.arguments = {{"src", inputBuffer()},
                      {"dst", outputBuffer()},
                      {"source_width", request.input.size.width},
                      {"width", to.width},
                      {"height", to.height}};
    pass.bytes = request.input.bytes() + to.area() * format.bytesPerPixel();
    pass.operations = 3 * to.area() * std::uint64_t(format.channels);
    return singlePass(std::move(pass));
}

} // namespace lightbench
