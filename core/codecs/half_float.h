// Converts 16-bit floats (IEEE 754 binary16) to 32-bit floats exactly. The TIFF reader uses it.
#pragma once

#include <bit>
#include <cstdint>

namespace lightbench {

inline float floatOfHalf(std::uint16_t half) {
    const std::uint32_t sign = std::uint32_t(half & 0x8000u) << 16, exponent = half >> 10 & 31u, rest = half & 1023u;
    if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000u | rest << 13); // infinity, or not a number
    if (exponent > 0) return std::bit_cast<float>(sign | (exponent + 112) << 23 | rest << 13);
    const float magnitude = float(rest) * 0x1p-24f;
    return sign ? -magnitude : magnitude;
}

} // namespace lightbench
