// peaks: marks samples that are the maximum of their window and at least as bright as a threshold.
#include "core/filters/windows/window_maximum.h"
#include "core/filters/windows/window_maximum_plans.h"
#include "core/framework/colour_rows.h"
#include "core/framework/filter.h"
#include "core/framework/plan.h"
#include "core/image/eight_bit_unit.h"

namespace lightbench::filters {

namespace {

float thresholdOf(Format format, const ParameterValues& parameters) {
    return inSampleUnits(parameters.integer("threshold"), format.type);
}

Image peaksReference(const Image& input, const ParameterValues& parameters) {
    const float threshold = thresholdOf(input.format(), parameters);
    const Image maxima = windowMaximum(input, parameters.integer("k"));
    return mapColourRows(input, [&](auto zero, int y, const auto& fill) {
        using T = decltype(zero);
        const T full = T(input.format().fullScale());
        const T *from = input.row<T>(y), *maximum = maxima.row<T>(y);
        fill([&](std::size_t s) { return from[s] == maximum[s] && float(from[s]) >= threshold ? full : T(0); });
    });
}

MaximumOutput use(const PlanRequest& request) { return {true, thresholdOf(request.input.format, request.parameters)}; }

} // namespace

Filter peaks() {
    Filter filter;
    filter.id = "peaks";
    filter.label = "Peaks";
    filter.group = "Detection";
    filter.synonyms = {"non-maximum suppression", "local maxima", "spots", "morphology"};
    filter.locality = squareLocality;
    filter.summary =
        "Marks the samples that are the largest of their neighbourhood, and at least as bright as a threshold.";
    filter.doc = "A sample becomes full scale if it equals the maximum of the k x k samples around it, and is at least "
                 "the threshold. All others become 0. Every sample of a plateau is a peak. Beyond the border, the "
                 "nearest pixel repeats. Each colour channel is filtered by itself; alpha is copied. Floats are "
                 "ordered as in local-maximum; NaN is never a peak.";
    filter.parameters = {integerParameter("k", "Window size", "px", 3, 63, 2, 5, "Side of the neighbourhood; odd."),
                         integerParameter("threshold", "Threshold", "", 0, 255, 1, 128,
                                          "The smallest sample that can be a peak. It is on the 8-bit scale: it is "
                                          "multiplied by 257 for 16-bit images, and divided by 255 for float images.")};
    filter.reference = peaksReference;
    filter.variants = windowMaximumVariants(use);
    filter.variants.insert(filter.variants.begin(), directPeaksVariant(use));
    filter.choices = windowMaximumChoices();
    return filter;
}

} // namespace lightbench::filters
