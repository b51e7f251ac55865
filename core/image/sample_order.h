// Samples as unsigned whole numbers of the same order, for filters that sort or compare; ORDER_OF in
// kernels/common.clh is its twin.
#pragma once

#include <bit>
#include <cstdint>

namespace lightbench {

template <class T> T orderOf(T sample) { return sample; }
/// Floats by IEEE 754's totalOrder: negative ones turned over, so that NaN has a place as well (beyond the infinity of
/// its sign) and every machine finds the same median and maximum.
inline std::uint32_t orderOf(float sample) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(sample);
    return bits >> 31 ? ~bits : bits | 0x80000000u;
}

} // namespace lightbench
