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
    return {
        .id = "local-maximum",
        .group = "Morphology",
        .summary = "Replaces each sample by the largest one of its window.",
        .synonyms = {"dilate", "dilation", "maximum filter", "rank"},
        .doc = "The largest of the k x k samples around each pixel (dilation by a square); beyond the edge the "
               "edge pixel repeats. Each colour channel on its own; alpha stays. Floats are ordered by IEEE 754's "
               "totalOrder, which places NaN beyond the infinity of its sign.",
        .parameters = {integerParameter("k", "Window size", "px", 3, 63, 2, 5, "Side of the window; odd.")},
        .locality = squareLocality,
        .reference = localMaximumReference,
        .variants = windowMaximumVariants([](const PlanRequest&) { return MaximumOutput{}; }),
        .choices = windowMaximumChoices(),
    };
}

} // namespace lightbench::filters
