// A random number generator with the same output on every machine: SplitMix64 (Steele, Lea and Flood 2014). Races,
// detector training and void-and-cluster use it. The distributions of the standard library differ between
// implementations.
#pragma once

#include <cstdint>

namespace lightbench {

class SplitMix {
public:
    explicit SplitMix(std::uint64_t state) : state_(state) {}
    std::uint64_t next() { return mixed(state_ += step); }
    /// The value that next() would return on its (n + 1)th call from now; the state does not change.
    std::uint64_t later(std::uint64_t n) const { return mixed(state_ + (n + 1) * step); }
    /// 0..n-1: the upper half of a draw times n, over 2^32.
    std::uint32_t below(std::uint32_t n) { return below(next(), n); }
    static std::uint32_t below(std::uint64_t draw, std::uint32_t n) { return std::uint32_t((draw >> 32) * n >> 32); }
    /// -1..1, the 1 not included: the upper 53 bits of a draw.
    double symmetric() { return double(next() >> 11) * 0x1p-52 - 1; }

private:
    static constexpr std::uint64_t step = 0x9e3779b97f4a7c15u;
    static std::uint64_t mixed(std::uint64_t z) {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    std::uint64_t state_;
};

} // namespace lightbench
