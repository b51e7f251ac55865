#include "core/filters/smoothing/float_blur.h"

#include <algorithm>

#include "core/base/parallel.h"
#include "core/device/device_traits.h"
#include "core/filters/building_blocks.h"

namespace lightbench {

namespace {

Stage gaussianStage(double sigma, const std::string& border) {
    Stage stage = buildingBlock("gaussian");
    stage.parameters.set("sigma", sigma);
    stage.parameters.set("border", border);
    return stage;
}

using Define = std::pair<std::string, std::string>;

ImageShape floatShape(const ImageShape& input) { return {input.size, {SampleType::F32, input.format.channels}}; }

} // namespace

Image floatSamples(const Image& input) {
    Image floats(floatShape(input.shape()));
    withSampleType(input.format().type, [&](auto zero) {
        using T = decltype(zero);
        parallelRows(input.height(), [&](int y) {
            for (int i = 0; i < input.width() * input.channels(); ++i)
                floats.row<float>(y)[i] = float(input.row<T>(y)[i]);
        });
    });
    return floats;
}

Image blurredFloats(const Image& floats, double sigma, const std::string& border) {
    return buildingBlocks().byId("gaussian").reference(floats, gaussianStage(sigma, border).parameters);
}

BufferRef addFloatSamples(Plan& plan, const PlanRequest& request, KernelPass pass) {
    const ImageShape& input = request.input;
    if (!input.format.isInteger()) return inputBuffer();
    const BufferRef floats = plan.addScratch("samples as floats", floatShape(input).bytes());
    const int samples = input.size.width * input.format.channels, lanes = vectorLanes(request.device);
    pass.kernel = "float_samples_of";
    std::ranges::find(pass.defines, "LANES", &Define::first)->second = std::to_string(lanes);
    pass.global = coverGlobal({divideUp(samples, lanes), input.size.height}, request.workgroup);
    pass.arguments = {
        {"src", inputBuffer()}, {"floats", floats}, {"width", input.size.width}, {"height", input.size.height}};
    pass.bytes = input.bytes() + floatShape(input).bytes();
    pass.operations = 0;
    plan.add(std::move(pass));
    return floats;
}

BufferRef addBlur(Plan& plan, const PlanRequest& request, BufferRef floats, double sigma) {
    Stage stage = gaussianStage(sigma, request.parameters.choice("border"));
    if (request.general) stage.variant = "two-pass";
    const BufferRef blurred = plan.addScratch("blurred", floatShape(request.input).bytes());
    appendPlan(plan, planOf(stage, floatShape(request.input), request.device), floats, blurred);
    return blurred;
}

} // namespace lightbench
