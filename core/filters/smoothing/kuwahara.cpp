// kuwahara: the mean of the quarter window with the smallest variance.
#include <array>
#include <type_traits>

#include "core/base/rounding.h"
#include "core/filters/windows/bordered_segments.h"
#include "core/framework/bordered_samples.h"
#include "core/framework/colour_rows.h"
#include "core/framework/filter.h"

namespace lightbench::filters {

namespace {

template <class T> struct Quarter {
    WindowSum<T> sum = 0, squares = 0;
    void takeIn(WindowSum<T> value) {
        sum += value;
        squares += value * value;
    }
    WindowSum<T> variation(int count) const { return squares * WindowSum<T>(count) - sum * sum; }
};

/// The quarters in the order upper left, upper right, lower left, lower right. Each contains the pixel's own row and
/// column.
template <class T> std::array<Quarter<T>, 4> quartersAt(const BorderedSamples<T>& at, int x, int y, int c, int radius,
                                                        WindowSum<T> origin) {
    std::array<Quarter<T>, 4> quarters;
    for (int j = -radius; j <= radius; ++j)
        for (int i = -radius; i <= radius; ++i) {
            const WindowSum<T> value = WindowSum<T>(at(x + i, y + j, c)) - origin;
            if (i <= 0 && j <= 0) quarters[0].takeIn(value);
            if (i >= 0 && j <= 0) quarters[1].takeIn(value);
            if (i <= 0 && j >= 0) quarters[2].takeIn(value);
            if (i >= 0 && j >= 0) quarters[3].takeIn(value);
        }
    return quarters;
}

template <class T> T kuwaharaMeanAt(const BorderedSamples<T>& at, int x, int y, int c, int radius) {
    const int count = (radius + 1) * (radius + 1);
    const WindowSum<T> origin = std::is_floating_point_v<T> ? WindowSum<T>(at(x, y, c)) : WindowSum<T>(0);
    const auto quarters = quartersAt<T>(at, x, y, c, radius, origin);
    const Quarter<T>* best = quarters.data();
    for (const Quarter<T>& quarter : quarters)
        if (quarter.variation(count) < best->variation(count)) best = &quarter;
    if constexpr (std::is_floating_point_v<T>) return origin + best->sum / float(count);
    return storeSample<T>(double(best->sum) / count);
}

Image kuwaharaReference(const Image& input, const ParameterValues& parameters) {
    const int radius = parameters.integer("radius");
    const Border border = borderByName(parameters.choice("border"));
    return mapColourPlaces(input, [&](auto zero, int x, int y, int c) {
        return kuwaharaMeanAt(BorderedSamples<decltype(zero)>(input, border), x, y, c, radius);
    });
}

Plan kuwaharaPlan(const PlanRequest& request) {
    const int radius = request.parameters.integer("radius");
    KernelPass pass = borderedSegmentsPass(request, {"kuwahara", "kuwahara_segments"}, 1);
    addArguments(pass, {{"radius", radius}});
    pass.operations = colourSamples(request.input) * std::uint64_t(12 * (radius + 1) * (radius + 1));
    return singlePass(std::move(pass));
}

} // namespace

Filter kuwahara() {
    return {
        .id = "kuwahara",
        .group = "Blur and sharpen",
        .summary = "Smooths an image into flat patches with sharp edges, like a painting.",
        .synonyms = {"blur", "denoise", "edge-preserving", "painting", "oil", "smoothing"},
        .doc = "Each sample becomes the mean of the quarter of its neighbourhood with the smallest variance, rounded "
               "half to even. Each of the four quarters has (radius + 1)^2 samples, with the pixel in a corner. In a "
               "tie, the first counts of upper left, upper right, lower left and lower right (Kuwahara et al. 1976). "
               "Each colour channel is filtered by itself; alpha is copied.",
        .parameters = {integerParameter("radius", "Radius", "px", 1, 7, 1, 3,
                                        "The neighbourhood is 2 radius + 1 wide, in pixels."),
                       borderParameter()},
        .locality = [](const ParameterValues& values) { return windowLocality(values.integer("radius"), values); },
        .reference = kuwaharaReference,
        .variants = {Variant{
            .id = "segments",
            .label = "Segments of pixels",
            .idea = "Each work-item computes a segment of neighbouring pixels with vectors, and reads each sample once "
                    "for all quarters that contain it.",
            .plan = kuwaharaPlan,
        }},
        .choices = borderedSegmentsChoices(),
    };
}

} // namespace lightbench::filters
