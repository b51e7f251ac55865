// invert: full scale minus the sample.
#include "core/base/parallel.h"
#include "core/filter/filter.h"
#include "core/filter/plan.h"

namespace lightbench::filters {

namespace {

template <class T> void invertRow(const T* from, T* to, int width, int channels, T fullScale) {
    for (int i = 0; i < width * channels; ++i) {
        const bool alpha = channels == 4 && i % 4 == 3;
        to[i] = alpha ? from[i] : T(fullScale - from[i]);
    }
}

Image reference(const Image& input, const ParameterValues&) {
    Image output(input.shape());
    withSampleType(input.format().type, [&](auto zero) {
        using T = decltype(zero);
        const T fullScale = T(input.format().fullScale());
        parallelRows(input.height(), [&](int y) {
            invertRow<T>(input.row<T>(y), output.row<T>(y), input.width(), input.channels(), fullScale);
        });
    });
    return output;
}

Plan directPlan(const PlanRequest& request) {
    KernelPass pass;
    pass.kernel = "invert_direct";
    pass.defines = formatDefines(request.input.format, request.input.format);
    pass.global = coverGlobal(request.input.size, request.workgroup);
    pass.local = request.workgroup;
    pass.arguments = {{"src", inputBuffer()},
                      {"dst", outputBuffer()},
                      {"width", request.input.size.width},
                      {"height", request.input.size.height}};
    pass.bytes = 2 * request.input.bytes();
    pass.operations = request.input.samples();
    return singlePass(std::move(pass));
}

} // namespace

Filter invert() {
    Filter filter;
    filter.id = "invert";
    filter.label = "Invert";
    filter.group = "Colour";
    filter.doc = "The negative: full scale minus the sample (255 - s, 65535 - s; float: 1 - s). Alpha stays.";
    filter.accepts = {SampleType::U8, SampleType::U16, SampleType::F32};
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
