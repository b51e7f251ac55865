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
        .label = "Local maximum",
        .group = "Morphology",
        .summary = "Replaces each sample by the largest one of its neighbourhood.",
        .synonyms = {"dilate", "dilation", "maximum filter", "rank"},
        .doc = "Each sample becomes the largest of the k x k samples around it (dilation by a square). Beyond the "
               "border, the nearest pixel repeats. Each colour channel is filtered by itself; alpha is copied. Floats "
               "are ordered by IEEE 754's totalOrder, which places NaN beyond the infinity of its sign.",
        .parameters = {integerParameter("k", "Window size", "px", 3, 63, 2, 5, "Side of the neighbourhood; odd.")},
        .locality = squareLocality,
        .reference = localMaximumReference,
        .variants = windowMaximumVariants([](const PlanRequest&) { return MaximumOutput{}; }),
        .choices = windowMaximumChoices(),
    };
}

} // namespace lightbench::filters
