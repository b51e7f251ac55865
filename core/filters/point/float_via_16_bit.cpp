#include "core/filters/point/float_via_16_bit.h"

#include <algorithm>

#include "core/base/rounding.h"
#include "core/filters/point/point_filter.h"

namespace lightbench {

namespace {
ImageShape ofType(const ImageShape& shape, SampleType type) {
    return {shape.size, {type, shape.format.channels}, shape.layout};
}

Image sixteenBitsOf(const Image& floats) {
    Image wide(ofType(floats.shape(), SampleType::U16));
    const std::size_t samples = std::size_t(floats.width() * floats.channels());
    parallelRows(floats.height(), [&](int y) {
        std::transform(floats.row<float>(y), floats.row<float>(y) + samples, wide.row<std::uint16_t>(y),
                       [](float s) { return storeSample<std::uint16_t>(s * 65535.0f); });
    });
    return wide;
}

/// Alpha comes from the source image, unless gray has become colour.
Image floatsOf(const Image& wide, const Image& source) {
    Image floats(ofType(wide.shape(), SampleType::F32));
    const bool keepsAlpha = source.channels() == 4;
    parallelRows(wide.height(), [&](int y) {
        for (int i = 0; i < wide.width() * wide.channels(); ++i)
            floats.row<float>(y)[i] = keepsAlpha && i % 4 == 3
                                          ? source.row<float>(y)[i]
                                          : float(wide.row<std::uint16_t>(y)[i]) * (1.0f / 65535.0f);
    });
    return floats;
}

/// A pass that converts segments of samples from one type to another.
KernelPass conversion(const PlanRequest& request, const char* kernel, SampleType from, SampleType to) {
    const int channels = request.input.format.channels;
    KernelPass pass = sampleSegmentsPass(request, {"sixteen_bits", kernel}, 2);
    std::ranges::copy(formatDefines({from, channels}, {to, channels}), pass.defines.begin());
    pass.arguments = {{"samples", std::int32_t(request.input.samples())}};
    pass.bytes = request.input.bytes() * 3 / 2;
    return pass;
}

using MakeShape = decltype(Filter::outputShape);

Plan aroundPlan(const PlanRequest& request, const MakePlan& makePlan, const MakeShape& outputShape) {
    const ImageShape wide = ofType(request.input, SampleType::U16);
    const ImageShape made = outputShape ? outputShape(wide, request.parameters) : wide;
    Plan plan;
    const BufferRef source = plan.addScratch("16 bits", wide.bytes());
    const BufferRef result = plan.addScratch("result of 16 bits", made.bytes());
    KernelPass& there = plan.add(conversion(request, "sixteen_bits_of", SampleType::F32, SampleType::U16));
    addArguments(there, {{"src", inputBuffer()}, {"dst", source}});
    appendPlan(plan, makePlan(requestFor(wide, request)), source, result);
    const ImageShape floats = ofType(made, SampleType::F32);
    KernelPass& back =
        plan.add(conversion(requestFor(floats, request), "sixteen_bits_back", SampleType::U16, SampleType::F32));
    addDefines(back, {{"KEEPS_ALPHA", request.input.format.channels == 4}});
    addArguments(back, {{"src", result}, {"original", inputBuffer()}, {"dst", outputBuffer()}});
    return plan;
}
} // namespace

void acceptFloatsVia16Bit(Filter& filter) {
    filter.accepts.push_back(SampleType::F32);
    filter.clampsFloats = true;
    filter.doc += " Floats are converted to 16 bits, round(65535 s), cut off at 0 and full scale. The result is "
                  "divided by 65535.";
    filter.reference = [reference = filter.reference](const Image& input, const ParameterValues& parameters) {
        if (input.format().isInteger()) return reference(input, parameters);
        return floatsOf(reference(sixteenBitsOf(input), parameters), input);
    };
    for (Variant& variant : filter.variants) {
        variant.plan = [makePlan = variant.plan, shape = filter.outputShape](const PlanRequest& request) {
            return request.input.format.isInteger() ? makePlan(request) : aroundPlan(request, makePlan, shape);
        };
        if (!variant.applies.holds) continue;
        variant.applies.holds = [holds = variant.applies.holds](const PlanRequest& request) {
            const bool isInteger = request.input.format.isInteger();
            return holds(isInteger ? request : requestFor(ofType(request.input, SampleType::U16), request));
        };
    }
}

} // namespace lightbench
