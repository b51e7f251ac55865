// local-maximum: the maximum of the window, also known as dilation by a square.
#include "core/filters/windows/window_maximum.h"
#include "core/filters/windows/window_maximum_plans.h"
#include "core/framework/filter.h"

namespace lightbench::filters {

namespace {

Image localMaximumReference(const Image& input, const ParameterValues& parameters) {
    return windowMaximum(input, parameters.integer("k"));
}

} // namespace

Filter local_maximum() {
    Filter filter;
    filter.id = "local-maximum";
    filter.label = "Local maximum";
    filter.group = "Morphology";
    filter.synonyms = {"dilate", "dilation", "maximum filter", "rank"};
    filter.locality = squareLocality;
    filter.summary = "Replaces each sample by the largest one of its window.";
    filter.doc = "The largest of the k x k samples around each pixel (dilation by a square); beyond the edge the "
                 "edge pixel repeats. Each colour channel on its own; alpha stays. Floats are ordered by IEEE 754's "
                 "totalOrder, which places NaN beyond the infinity of its sign.";
    filter.parameters = {integerParameter("k", "Window size", "px", 3, 63, 2, 5, "Side of the window; odd.")};
    filter.accepts = {SampleType::U8, SampleType::U16, SampleType::F32};
    filter.reference = localMaximumReference;
    filter.variants = windowMaximumVariants([](const PlanRequest&) { return MaximumOutput{}; });
    filter.choices = windowMaximumChoices();
    return filter;
}

} // namespace lightbench::filters
