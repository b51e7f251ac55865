#include "core/filters/windows/gaussian_passes.h"

#include "core/filters/windows/float_strips.h"
#include "core/filters/windows/unaligned_segments.h"
#include "core/framework/border.h"

namespace lightbench::filters {

std::vector<double> gaussianWeights(double sigma, int radius) {
    std::vector<double> weights;
    double sum = 0;
    for (int i = -radius; i <= radius; ++i)
        sum += weights.emplace_back(std::exp(-i * i / (2 * sigma * sigma)));
    for (double& weight : weights)
        weight /= sum;
    return weights;
}

std::vector<double> gaussianWeights(const ParameterValues& parameters) {
    return gaussianWeights(parameters.real("sigma"), gaussianRadius(parameters));
}

KernelPass gaussianColumnsPass(const PlanRequest& request, KernelName name, int radius) {
    const Format format = request.input.format;
    const Size size = request.input.size;
    const int rows = format.channels == 4 ? 4 : 8;
    KernelPass pass = kernelPass(request, std::move(name));
    pass.defines.push_back(borderDefine(request.parameters.choice("border")));
    addUnalignedSegments(pass, request);
    addDefines(pass, {{"ROWS", rows}, {"RADIUS", radius}, {"ITEMS", request.workgroup.x}});
    addTuning(pass, tuningOf<UnrolledLoops>(request));
    pass.global = {std::size_t(linesAcross(request, radius)) * std::size_t(request.workgroup.x),
                   std::size_t(divideUp(size.height, rows))};
    const int samples = request.workgroup.x * unalignedSegment(format) * format.channels;
    pass.localBytes = std::uint64_t(rows) * std::uint64_t(samples) * sizeof(float);
    pass.operations = 4 * std::uint64_t(2 * radius + 1) * colourSamples(request.input);
    return pass;
}

WorkgroupRule gaussianColumnsWorkgroups(int (*radiusOf)(const PlanRequest&)) {
    return {WorkgroupRule::Line, {{64, 1}, {128, 1}}, [radiusOf](Workgroup group, const PlanRequest& request) {
                const int radius = radiusOf(request);
                if (radius > maxColumnsRadius)
                    return "columns-first is for radii of at most " + std::to_string(maxColumnsRadius) + ", not " +
                           std::to_string(radius);
                return helpersProblem(group, request, radius);
            }};
}

BufferRef addGaussianWeights(Plan& plan, double sigma, int radius) {
    const std::vector<double> weights = gaussianWeights(sigma, radius);
    const std::vector<float> narrowed(weights.begin(), weights.end());
    return plan.addTable("weights", narrowed);
}

KernelPass gaussianStripPass(const PlanRequest& request, KernelName name, int radius, BufferRef weights) {
    constexpr int blurredLines = 4;
    const ImageShape& input = request.input;
    const FloatStrip strip = floatStrip(request, radius, 256 / input.format.channels, blurredLines);
    KernelPass pass = kernelPass(request, std::move(name));
    pass.defines.push_back(borderDefine(request.parameters.choice("border")));
    pass.arguments = {{"src", inputBuffer()},
                      {"dst", outputBuffer()},
                      {"weights", weights},
                      {"width", input.size.width},
                      {"height", input.size.height},
                      {"radius", radius},
                      {"blurred", LocalArgument{blurredLines * strip.pitch * sizeof(float)}}};
    coverWithStrips(pass, strip, input.size);
    pass.operations = 4 * std::uint64_t(2 * radius + 1) * colourSamples(request.input);
    return pass;
}

} // namespace lightbench::filters
