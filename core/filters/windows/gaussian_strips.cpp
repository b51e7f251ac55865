// The pass that blurs in strips.
#include "core/filters/windows/gaussian_strips.h"

#include "core/filters/windows/float_strips.h"
#include "core/filters/windows/gaussian_reference.h"
#include "core/framework/border.h"

namespace lightbench::filters {

BufferRef addGaussianWeights(Plan& plan, double sigma, int radius) {
    const std::vector<double> weights = gaussianWeights(sigma, radius);
    const std::vector<float> narrowed(weights.begin(), weights.end());
    return plan.addScratch({"weights", narrowed.size() * sizeof(float), bytesOf(narrowed)});
}

KernelPass gaussianStripPass(const PlanRequest& request, std::string kernel, int radius, BufferRef weights) {
    constexpr int blurredLines = 4;
    const ImageShape& input = request.input;
    const FloatStrip strip = floatStrip(request, radius, 256 / input.format.channels, blurredLines);
    KernelPass pass;
    pass.kernel = std::move(kernel);
    pass.defines = formatDefines(input.format, input.format);
    pass.defines.push_back(borderDefine(request.parameters.choice("border")));
    pass.local = request.workgroup;
    pass.arguments = {{"src", inputBuffer()},
                      {"dst", outputBuffer()},
                      {"weights", weights},
                      {"width", input.size.width},
                      {"height", input.size.height},
                      {"radius", radius},
                      {"blurred", LocalArgument{blurredLines * strip.pitch * sizeof(float)}}};
    coverWithStrips(pass, strip, input.size);
    pass.bytes = 2 * input.bytes();
    pass.operations =
        4 * std::uint64_t(2 * radius + 1) * input.size.area() * std::uint64_t(input.format.colourChannels());
    return pass;
}

} // namespace lightbench::filters
