// invert: full scale minus the sample.
#include "core/filters/point/sample_variants.h"

namespace lightbench::filters {

namespace {
Image invertReference(const Image& input, const ParameterValues&) {
    return mapColours(input, [full = input.format().fullScale()](auto sample) {
        return decltype(sample)(decltype(sample)(full) - sample);
    });
}
} // namespace

Filter invert() {
    Filter filter;
    filter.id = "invert";
    filter.label = "Invert";
    filter.group = "Colour";
    filter.synonyms = {"negative", "negate", "complement"};
    filter.locality = pointLocality;
    filter.summary = "Makes the negative of an image.";
    filter.doc = "The negative: full scale minus the sample (255 - s, 65535 - s; float: 1 - s). Alpha stays.";
    filter.accepts = {SampleType::U8, SampleType::U16, SampleType::F32};
    filter.reference = invertReference;
    filter.variants = {
        segmentsPointVariant("invert", 1,
                             [](const PlanRequest&, Plan&, KernelPass& pass) { pass.program = "invert/segments"; }),
        plainPointVariant("invert", 1, sameShape)};
    return filter;
}

} // namespace lightbench::filters
