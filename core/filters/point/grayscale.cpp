// grayscale: colour to one channel, by the rule of Pillow's convert('L').
#include "core/base/parallel.h"
#include "core/filter/filter.h"
#include "core/filter/plan.h"
#include "core/image/luma.h"

namespace lightbench::filters {

namespace {

ImageShape oneChannel(const ImageShape& input, const ParameterValues&) { return {input.size, {input.format.type, 1}}; }

Image reference(const Image& input, const ParameterValues& parameters) {
    Image output(oneChannel(input.shape(), parameters));
    withSampleType(input.format().type, [&](auto zero) {
        using T = decltype(zero);
        parallelRows(input.height(), [&](int y) {
            const T* from = input.row<T>(y);
            T* to = output.row<T>(y);
            for (int x = 0; x < input.width(); ++x)
                to[x] = input.channels() == 4 ? luma<T>(from[4 * x], from[4 * x + 1], from[4 * x + 2]) : from[x];
        });
    });
    return output;
}

Plan directPlan(const PlanRequest& request) {
    const ImageShape output = oneChannel(request.input, request.parameters);
    KernelPass pass;
    pass.kernel = "grayscale_direct";
    pass.defines = formatDefines(request.input.format, output.format);
    pass.global = coverGlobal(request.input.size, request.workgroup);
    pass.local = request.workgroup;
    pass.arguments = {{"src", inputBuffer()},
                      {"dst", outputBuffer()},
                      {"width", request.input.size.width},
                      {"height", request.input.size.height}};
    pass.bytes = request.input.bytes() + output.bytes();
    pass.operations = 6 * output.samples();
    return singlePass(std::move(pass));
}

} // namespace

Filter grayscale() {
    Filter filter;
    filter.id = "grayscale";
    filter.label = "Grayscale";
    filter.group = "Colour";
    filter.doc = "Luma of red, green and blue as one channel: (19595 R + 38470 G + 7471 B + 32768) >> 16, the weights "
                 "of ITU-R BT.601 as Pillow's convert('L') rounds them. Float: the same weights over 65536. Gray "
                 "images stay as they are.";
    filter.accepts = {SampleType::U8, SampleType::U16, SampleType::F32};
    filter.outputShape = oneChannel;
    filter.reference = reference;
    filter.variants = {Variant{
        .id = "direct",
        .label = "Direct",
        .idea = "One work-item a pixel: one load of a whole pixel, one store.",
        .workgroups = areaWorkgroups(),
        .plan = directPlan,
    }};
    return filter;
}

} // namespace lightbench::filters
