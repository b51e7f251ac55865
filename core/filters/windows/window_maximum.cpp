// Window maxima on the host, and the filters local-maximum (dilation by a square) and peaks. Square maxima go first
// down the columns, then along the rows; windows of other forms are searched sample by sample.
#include "core/filters/windows/window_maximum.h"

#include <algorithm>
#include <vector>

#include "core/filters/windows/window_maximum_plans.h"
#include "core/framework/colour_rows.h"
#include "core/framework/filter.h"
#include "core/framework/plan.h"
#include "core/image/eight_bit_unit.h"
#include "core/image/sample_order.h"

namespace lightbench {

namespace {

template <class T> T greater(T a, T b) { return sortKeyOf(a) < sortKeyOf(b) ? b : a; }

// Windows may be cut at the edge, because they always contain the edge sample that would be repeated.

/// For each sample of row y, the maximum over `radius` rows above and below.
template <class T> std::vector<T> columnMaxima(const Image& input, int y, int radius) {
    const int samples = input.width() * input.channels();
    std::vector<T> maximum(input.row<T>(y), input.row<T>(y) + samples);
    for (int j = std::max(y - radius, 0); j <= std::min(y + radius, input.height() - 1); ++j) {
        const T* row = input.row<T>(j);
        for (int i = 0; i < samples; ++i)
            maximum[std::size_t(i)] = greater(maximum[std::size_t(i)], row[i]);
    }
    return maximum;
}

template <class T> T rowMaximum(const std::vector<T>& row, int x, int c, int channels, int radius) {
    const int width = int(row.size()) / channels;
    T maximum = row[std::size_t(x * channels + c)];
    for (int i = std::max(x - radius, 0); i <= std::min(x + radius, width - 1); ++i)
        maximum = greater(maximum, row[std::size_t(i * channels + c)]);
    return maximum;
}

/// The extreme of the window around sample c of pixel (x, y).
template <class T> T extremeAt(const Image& input, int x, int y, int c, const std::vector<int>& halves, bool minimum) {
    const int radius = int(halves.size()) / 2, channels = input.channels();
    T found = input.row<T>(y)[x * channels + c];
    for (int j = std::max(y - radius, 0); j <= std::min(y + radius, input.height() - 1); ++j) {
        const T* row = input.row<T>(j);
        const int half = halves[std::size_t(j - y + radius)];
        for (int i = std::max(x - half, 0); i <= std::min(x + half, input.width() - 1); ++i) {
            const T sample = row[i * channels + c];
            if (minimum ? sortKeyOf(sample) < sortKeyOf(found) : sortKeyOf(found) < sortKeyOf(sample)) found = sample;
        }
    }
    return found;
}

} // namespace

Image windowExtreme(const Image& input, const std::vector<int>& halves, bool minimum) {
    return mapColourPlaces(input, [&](auto zero, int x, int y, int c) {
        return extremeAt<decltype(zero)>(input, x, y, c, halves, minimum);
    });
}

Image windowMaximum(const Image& input, int k) {
    const int channels = input.channels();
    return mapColourRows(input, [&](auto zero, int y, const auto& fill) {
        using T = decltype(zero);
        const std::vector<T> row = columnMaxima<T>(input, y, k / 2);
        fill([&](std::size_t s) { return rowMaximum(row, int(s) / channels, int(s) % channels, channels, k / 2); });
    });
}

namespace filters {

namespace {

Image localMaximumReference(const Image& input, const ParameterValues& parameters) {
    return windowMaximum(input, parameters.integer("k"));
}

} // namespace

Filter local_maximum() {
    return {
        .id = "local-maximum",
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

namespace {

float peaksThreshold(Format format, const ParameterValues& parameters) {
    return inSampleUnits(parameters.integer("threshold"), format.type);
}

Image peaksReference(const Image& input, const ParameterValues& parameters) {
    const float threshold = peaksThreshold(input.format(), parameters);
    const Image maxima = windowMaximum(input, parameters.integer("k"));
    return mapColourRows(input, [&](auto zero, int y, const auto& fill) {
        using T = decltype(zero);
        const T full = T(input.format().fullScale());
        const T *from = input.row<T>(y), *maximum = maxima.row<T>(y);
        fill([&](std::size_t s) { return from[s] == maximum[s] && float(from[s]) >= threshold ? full : T(0); });
    });
}

MaximumOutput use(const PlanRequest& request) {
    return {true, peaksThreshold(request.input.format, request.parameters)};
}

} // namespace

Filter peaks() {
    Filter filter;
    filter.id = "peaks";
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

} // namespace filters

} // namespace lightbench
