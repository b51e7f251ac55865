// invert: full scale minus the sample.
#include "core/filters/point/point_filter.h"

namespace lightbench::filters {

namespace {
Image invertReference(const Image& input, const ParameterValues&) {
    return mapColours(input, [full = input.format().fullScale()](auto sample) {
        return decltype(sample)(decltype(sample)(full) - sample);
    });
}
} // namespace

Filter invert() {
    return {
        .id = "invert",
        .group = "Colour",
        .summary = "Makes the negative of an image.",
        .synonyms = {"negative", "negate", "complement"},
        .doc = "Makes the negative: full scale minus the sample (255 - s, 65535 - s; float: 1 - s). Alpha is copied.",
        .locality = pointLocality,
        .reference = invertReference,
        .variants = {segmentsPointVariant(
                         "invert", 1,
                         [](const PlanRequest&, Plan&, KernelPass& pass) { pass.program = "invert/segments"; }),
                     plainPointVariant("invert", 1)},
    };
}

} // namespace lightbench::filters
