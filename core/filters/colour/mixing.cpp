#include "core/filters/colour/mixing.h"

#include <algorithm>

#include "core/base/rounding.h"
#include "core/device/device_traits.h"
#include "core/filters/point/mapped_pixels.h"
#include "core/filters/point/point_filter.h"
#include "core/filters/point/sample_variants.h"

namespace lightbench {

namespace {

/// The weights as kernels/colour/channel_mixer.cl expects them: per input channel its shares of red, green, blue and a
/// zero, then the offsets in sample units.
using DeviceWeights = std::array<float, 16>;

DeviceWeights deviceWeights(const Mixing& mixing, Format format) {
    DeviceWeights weights{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column)
            weights[4 * column + row] = float(mixing.weights[3 * row + column]);
        weights[12 + row] = float(mixing.offsets[row] * format.fullScale());
    }
    return weights;
}

/// A weight of 0 hides a channel, even NaN.
float weighted(float weight, float value) { return weight == 0 ? 0.0f : weight * value; }

template <class T> void mixPixel(const T* from, T* to, const DeviceWeights& w, bool isColour, T opaque) {
    const float r = float(from[0]), g = isColour ? float(from[1]) : r, b = isColour ? float(from[2]) : r;
    for (std::size_t row = 0; row < 3; ++row)
        to[row] = storeSample<T>(weighted(w[row], r) + weighted(w[4 + row], g) + weighted(w[8 + row], b) + w[12 + row]);
    to[3] = isColour ? from[3] : opaque;
}

/// On GPUs, 8-bit gray that becomes colour: a look-up table, with the kernel of colour-map.
Plan tablePlan(const PlanRequest& request, const ImageShape& output, const DeviceWeights& weights) {
    std::vector<std::uint8_t> table(4 * 256);
    for (int value = 0; value < 256; ++value) {
        const auto sample = std::uint8_t(value);
        mixPixel(&sample, table.data() + 4 * value, weights, false, std::uint8_t(255));
    }
    KernelPass pass = wideSegmentsPass(request, output, {"colour_map", "colour_map_segments"}, 1);
    pass.defines.push_back({"OF", "s"});
    Plan plan;
    pass.arguments.push_back({"table", plan.addScratch({"table", table.size(), bytesOf(table)})});
    plan.passes.emplace_back(std::move(pass));
    return plan;
}

/// Copies gray images, which do not change.
Plan copyPlan(const PlanRequest& request) {
    KernelPass pass = sampleSegmentsPass(request, "grayscale/copy", 0);
    return singlePass(std::move(pass));
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

Variant mixingVariant(const MakeMixing& makeMixing, decltype(Filter::outputShape) shape) {
    const auto plan = [=](const PlanRequest& request) {
        const ImageShape output = shape ? shape(request.input, request.parameters) : request.input;
        if (output.format.channels == 1) return copyPlan(request);
        const DeviceWeights weights = deviceWeights(makeMixing(request.parameters), request.input.format);
        const Format format = request.input.format;
        if (format == Format{SampleType::U8, 1} && !isCpuDevice(request.device))
            return tablePlan(request, output, weights);
        const std::vector<float> contents(weights.begin(), weights.end());
        KernelPass pass = wideSegmentsPass(request, output, {"channel_mixer", "channel_mixer_segments"}, 18);
        const bool hides =
            !format.isInteger() && std::find(weights.begin(), weights.begin() + 12, 0.0f) != weights.begin() + 12;
        addDefines(pass, {{"HIDES", hides}});
        Plan result;
        pass.arguments.push_back({"weights", result.addScratch({"weights", sizeof weights, bytesOf(contents)})});
        result.passes.emplace_back(std::move(pass));
        return result;
    };
    return Variant{
        .id = "segments",
        .label = "Segments of pixels",
        .idea = "Each work-item mixes four pixels with one load and one store. On GPUs it mixes as many as fit into 16 "
                "bytes. If a gray 8-bit image becomes colour there, it looks the results up in a table.",
        .plan = plan,
    };
}

} // namespace lightbench
