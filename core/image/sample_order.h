// Maps samples to sort keys, unsigned integers of the same order, for references that sort or compare (median,
// maximum). kernels/prelude/sort_keys.clh has the same rule for kernels.
#pragma once

#include <bit>
#include <cstdint>

namespace lightbench {

template <class T> T sortKeyOf(T sample) { return sample; }
/// Orders floats by IEEE 754's totalOrder: negative ones are inverted. NaN gets a defined position beyond the infinity
/// of its sign, so that every machine finds the same median and maximum.
inline std::uint32_t sortKeyOf(float sample) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(sample);
    return bits >> 31 ? ~bits : bits | 0x80000000u;
}

} // namespace lightbench
