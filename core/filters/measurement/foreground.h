// The foreground rule of measurement filters: pixels brighter than a threshold. connected-components uses it on the
// host; kernels/measurement/connected_components/pixels.clh is the device counterpart.
#pragma once

#include <vector>

#include "core/framework/parameter.h"
#include "core/image/eight_bit_unit.h"
#include "core/image/image.h"
#include "core/image/luma.h"

namespace lightbench {

/// The parameter `threshold`.
inline Parameter foregroundThreshold(std::string doc) {
    Parameter threshold = integerParameter(
        "threshold", "Threshold", "", 0, 255, 1, 0,
        doc + " It is on the 8-bit scale: it is multiplied by 257 for 16-bit images, and divided by 255 for float "
              "images. In the lab, a new stage begins with 127, which divides most photos.");
    threshold.initialWhenAdded = 127;
    return threshold;
}

/// The threshold in sample units.
inline float thresholdOf(const ParameterValues& parameters, SampleType type) {
    return inSampleUnits(parameters.integer("threshold"), type);
}

/// 1 where the brightness exceeds the threshold (never for NaN), at index y width + x.
inline std::vector<std::uint8_t> foregroundOf(const Image& image, const ParameterValues& parameters) {
    std::vector<std::uint8_t> foreground(image.size().area());
    withSampleType(image.format().type, [&](auto zero) {
        using T = decltype(zero);
        const T threshold = T(thresholdOf(parameters, image.format().type));
        const T* samples = image.samples<T>();
        for (std::size_t i = 0; i < foreground.size(); ++i)
            foreground[i] = lumaOf(samples + i * std::size_t(image.channels()), image.channels()) > threshold;
    });
    return foreground;
}

} // namespace lightbench
