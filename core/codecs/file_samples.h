// Converts between the samples of a file (1 per pixel: gray, 2: gray and alpha, 3: RGB, 4: RGBA) and the 1 or 4
// channels of an Image. The codecs use it row by row.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "core/image/image.h"

namespace lightbench {

/// The image shape for a file with so many samples per pixel.
inline ImageShape shapeOfSamples(Size size, SampleType type, int samples) {
    return {size, {type, samples == 1 ? 1 : 4}, samples == 3 ? Layout::NoAlpha : Layout::Plain};
}

template <class T> constexpr T fullSample() {
    if constexpr (std::is_floating_point_v<T>)
        return T(1);
    else
        return std::numeric_limits<T>::max();
}

/// Converts a row or a part of one from file to image.
template <class T> void spreadSamples(const T* from, int samples, std::size_t pixels, T* to) {
    if (samples == 1 || samples == 4) {
        std::copy_n(from, pixels * std::size_t(samples), to);
        return;
    }
    for (std::size_t i = 0; i < pixels; ++i, from += samples, to += 4) {
        to[0] = from[0];
        to[1] = from[samples == 3 ? 1 : 0];
        to[2] = from[samples == 3 ? 2 : 0];
        to[3] = samples == 3 ? fullSample<T>() : from[1];
    }
}

/// The number of samples per pixel to write: alpha is left out if it was added on reading.
inline int samplesKept(const ImageShape& shape) {
    return shape.format.channels == 4 && !shape.hasAlpha() ? 3 : shape.format.channels;
}

/// Copies the first `kept` samples of each pixel: all, or three of four.
template <class T> void gatherSamples(const T* from, int channels, int kept, std::size_t pixels, T* to) {
    if (channels == kept) {
        std::copy_n(from, pixels * std::size_t(kept), to);
        return;
    }
    // The only other case is three of four; a loop over `kept` would not vectorise.
    for (std::size_t i = 0; i < pixels; ++i, from += channels, to += 3) {
        to[0] = from[0];
        to[1] = from[1];
        to[2] = from[2];
    }
}

/// True without alpha, and if alpha is at full scale everywhere.
inline bool isOpaque(const Image& image) {
    if (!image.shape().hasAlpha()) return true;
    return withSampleType(image.format().type, [&](auto zero) {
        using T = decltype(zero);
        const T* samples = image.samples<T>();
        for (std::size_t i = 3; i < image.shape().samples(); i += 4)
            if (samples[i] != fullSample<T>()) return false;
        return true;
    });
}

/// Rescales a sample from 0..maximum to 0..full, rounded to nearest.
template <class T> T scaledSample(std::uint32_t sample, std::uint32_t maximum) {
    constexpr std::uint64_t full = std::numeric_limits<T>::max();
    // The analyzer does not know that a library has filled the row that `sample` is from.
    return T((sample * full + maximum / 2) / maximum); // NOLINT(clang-analyzer-core.UndefinedBinaryOperatorResult)
}

} // namespace lightbench
