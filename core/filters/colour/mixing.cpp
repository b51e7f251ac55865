// Weighted sums of channels: the reference and the plan.
#include "core/filters/colour/mixing.h"

#include "core/base/rounding.h"
#include "core/filters/colour/pixel_runs.h"
#include "core/filters/point/point_filter.h"

namespace lightbench {

namespace {

/// As kernels/colour/channel_mixer.cl takes them: what red gives to red, green and blue; what green; what blue; the
/// offsets in sample units.
using DeviceWeights = std::array<float, 12>;

DeviceWeights deviceWeights(const Mixing& mixing, Format format) {
    DeviceWeights weights{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column)
            weights[3 * column + row] = float(mixing.weights[3 * row + column]);
        weights[9 + row] = float(mixing.offsets[row] * format.fullScale());
    }
    return weights;
}

template <class T> void mixPixel(const T* from, T* to, const DeviceWeights& w, bool isColour, T opaque) {
    const float r = float(from[0]), g = isColour ? float(from[1]) : r, b = isColour ? float(from[2]) : r;
    for (std::size_t row = 0; row < 3; ++row)
        to[row] = storeSample<T>(w[row] * r + w[3 + row] * g + w[6 + row] * b + w[9 + row]);
    to[3] = isColour ? from[3] : opaque;
}

} // namespace

Image mixingReference(const Image& input, const ImageShape& shape, const Mixing& mixing) {
    if (shape.format.channels == 1) return input.clone();
    const DeviceWeights weights = deviceWeights(mixing, input.format());
    const bool isColour = input.channels() == 4;
    return mapPixels(input, shape, [&, full = input.format().fullScale()](auto from, auto to) {
        mixPixel(from, to, weights, isColour, std::remove_reference_t<decltype(*to)>(full));
    });
}

Variant mixingVariant(const MakeMixing& makeMixing, ImageShape (*shape)(const ImageShape& input)) {
    const auto plan = [=](const PlanRequest& request) {
        const DeviceWeights weights = deviceWeights(makeMixing(request.parameters), request.input.format);
        const std::vector<float> contents(weights.begin(), weights.end());
        KernelPass pass = pixelRunsPass(request, shape(request.input), "channel_mixer_runs", 18);
        pass.program = "channel_mixer";
        Plan made;
        pass.arguments.push_back({"weights", made.addScratch({"weights", sizeof weights, bytesOf(contents)})});
        made.passes.emplace_back(std::move(pass));
        return made;
    };
    return Variant{
        .id = "runs",
        .label = "Runs of pixels",
        .idea = "A work-item mixes four pixels, with one load and one store.",
        .workgroups = freeWorkgroups(),
        .plan = plan,
    };
}

} // namespace lightbench
