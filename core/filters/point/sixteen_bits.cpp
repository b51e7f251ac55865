// Floats to 16 bits and back, around a filter's reference and plans.
#include "core/filters/point/sixteen_bits.h"

#include <algorithm>

#include "core/base/rounding.h"
#include "core/filters/point/point_filter.h"
#include "core/filters/point/point_runs.h"

namespace lightbench {

namespace {
ImageShape wideShape(const ImageShape& floats) {
    return {floats.size, {SampleType::U16, floats.format.channels}, floats.layout};
}

Image sixteenBitsOf(const Image& floats) {
    Image wide(wideShape(floats.shape()));
    const std::size_t samples = std::size_t(floats.width() * floats.channels());
    parallelRows(floats.height(), [&](int y) {
        std::transform(floats.row<float>(y), floats.row<float>(y) + samples, wide.row<std::uint16_t>(y),
                       [](float s) { return storeSample<std::uint16_t>(s * 65535.0f); });
    });
    return wide;
}

/// With the alpha of the image that the 16 bits came from.
Image floatsOf(const Image& wide, const Image& source) {
    Image floats(source.shape());
    parallelRows(wide.height(), [&](int y) {
        fillColours<float>(source, floats, y, [row = wide.row<std::uint16_t>(y)](std::size_t i) {
            return float(row[i]) * (1.0f / 65535.0f);
        });
    });
    return floats;
}

/// A pass over runs of samples from one format to another.
KernelPass conversion(const PlanRequest& request, const char* kernel, Format from, Format to) {
    KernelPass pass = runsPass(request, kernel, 2);
    pass.program = "sixteen_bits";
    std::ranges::copy(formatDefines(from, to), pass.defines.begin());
    pass.arguments = {{"samples", std::int32_t(request.input.samples())}};
    pass.bytes = request.input.bytes() * 3 / 2;
    return pass;
}

Plan aroundPlan(const PlanRequest& request, const MakePlan& makePlan) {
    const ImageShape wide = wideShape(request.input);
    const PlanRequest inner{wide, request.parameters, request.device, request.workgroup, request.general, request.cut};
    Plan plan;
    const BufferRef source = plan.addScratch("16 bits", wide.bytes());
    const BufferRef made = plan.addScratch("result of 16 bits", wide.bytes());
    KernelPass there = conversion(request, "sixteen_bits_of", request.input.format, wide.format);
    addArguments(there, {{"src", inputBuffer()}, {"dst", source}});
    plan.passes.emplace_back(std::move(there));
    appendPlan(plan, makePlan(inner), source, made);
    KernelPass back = conversion(request, "sixteen_bits_back", wide.format, request.input.format);
    addArguments(back, {{"src", made}, {"original", inputBuffer()}, {"dst", outputBuffer()}});
    plan.passes.emplace_back(std::move(back));
    return plan;
}
} // namespace

void acceptFloatsBySixteenBits(Filter& filter) {
    filter.accepts.push_back(SampleType::F32);
    filter.doc += " Floats go through as 16 bits, round(65535 s), cut off at 0 and full scale; the result over 65535.";
    filter.reference = [reference = filter.reference](const Image& input, const ParameterValues& parameters) {
        if (input.format().isInteger()) return reference(input, parameters);
        return floatsOf(reference(sixteenBitsOf(input), parameters), input);
    };
    for (Variant& variant : filter.variants)
        variant.plan = [makePlan = variant.plan](const PlanRequest& request) {
            return request.input.format.isInteger() ? makePlan(request) : aroundPlan(request, makePlan);
        };
}

} // namespace lightbench
