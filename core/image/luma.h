// Luma of RGB pixels with ITU-R BT.601 weights in 16 bits, as in Pillow's convert('L'). It is the rule of the filter
// grayscale and of every reference that needs one value per pixel.
#pragma once

#include <cstdint>

namespace lightbench {

/// 8- and 16-bit samples: (19595 R + 38470 G + 7471 B + 32768) >> 16.
template <class T> T luma(T red, T green, T blue) {
    return T((19595u * red + 38470u * green + 7471u * blue + 32768u) >> 16);
}

/// Float: the same weights over 65536, each product rounded, summed left to right. (Built without contraction, as are
/// the kernels, so that both sides round alike.)
template <> inline float luma(float red, float green, float blue) {
    return (19595.0f / 65536.0f) * red + (38470.0f / 65536.0f) * green + (7471.0f / 65536.0f) * blue;
}

/// The luma of a pixel with four channels; the sample itself if there is one channel.
template <class T> T lumaOf(const T* pixel, int channels) {
    return channels == 4 ? luma(pixel[0], pixel[1], pixel[2]) : pixel[0];
}

} // namespace lightbench
