// Ulichney's void-and-cluster method in integer arithmetic, so that matrices are the same everywhere.
#include "core/filters/dithering/void_and_cluster.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/base/split_mix.h"

namespace lightbench {

namespace {
/// A Gaussian with sigma 1.5 pixels by squared distance, scaled by 2^20, until it falls below 1.
std::int64_t attraction(int squared) {
    // exp(-1 / 4.5) scaled by 2^32, raised to the squared distance: exact to 20 bits and the same on every machine.
    constexpr std::uint64_t step = 3439140958u;
    std::uint64_t value = 1ull << 32;
    for (int i = 0; i < squared && value; ++i)
        value = value * step >> 32;
    return std::int64_t(value >> 12);
}

/// The pixels that are set, and the density of set pixels around each cell.
class Pattern {
public:
    explicit Pattern(int side) : side_(side), isSet_(area()), energy_(area()), table_(area()) {
        for (int y = 0; y < side; ++y)
            for (int x = 0; x < side; ++x) {
                const int dx = std::min(x, side - x), dy = std::min(y, side - y);
                table_[index(x, y)] = attraction(dx * dx + dy * dy);
            }
    }
    std::size_t area() const { return std::size_t(side_) * std::size_t(side_); }
    bool isSet(std::size_t i) const { return isSet_[i]; }
    void put(std::size_t i, bool isSet) {
        isSet_[i] = isSet;
        const int x = int(i) % side_, y = int(i) / side_;
        for (int v = 0; v < side_; ++v)
            for (int u = 0; u < side_; ++u)
                energy_[index(u, v)] += (isSet ? 1 : -1) * table_[index((u - x) & (side_ - 1), (v - y) & (side_ - 1))];
    }
    /// The set pixel with the highest density; the first of several.
    std::size_t cluster() const { return best(true, 1); }
    /// The pixel with the lowest density among those not set.
    std::size_t hole() const { return best(false, -1); }

private:
    std::size_t index(int x, int y) const { return std::size_t(y) * std::size_t(side_) + std::size_t(x); }
    std::size_t best(bool wanted, std::int64_t sign) const {
        std::size_t found = area();
        for (std::size_t i = 0; i < area(); ++i)
            if (isSet_[i] == wanted && (found == area() || sign * energy_[i] > sign * energy_[found])) found = i;
        return found;
    }
    int side_;
    std::vector<bool> isSet_;
    std::vector<std::int64_t> energy_, table_;
};

/// Sets a tenth of the pixels at random, then moves pixels from clusters to voids until none moves.
Pattern evenStart(int side) {
    Pattern pattern(side);
    SplitMix random(1);
    for (std::size_t set = 0; set < pattern.area() / 10;) {
        const std::size_t i = random.below(std::uint32_t(pattern.area()));
        if (pattern.isSet(i)) continue;
        pattern.put(i, true);
        ++set;
    }
    for (;;) {
        const std::size_t from = pattern.cluster();
        pattern.put(from, false);
        const std::size_t to = pattern.hole();
        pattern.put(to, true);
        if (from == to) return pattern;
    }
}
} // namespace

RankMatrix voidAndCluster(int side) {
    const Pattern start = evenStart(side);
    RankMatrix matrix{side, std::vector<int>(start.area())};
    const int first = int(start.area() / 10);
    Pattern fewer = start;
    for (int rank = first - 1; rank >= 0; --rank) {
        const std::size_t i = fewer.cluster();
        fewer.put(i, false);
        matrix.ranks[i] = rank;
    }
    // Beyond half, the method looks for the tightest cluster of unset pixels. With a Gaussian that is where set pixels
    // are fewest, so the same rule applies.
    Pattern more = start;
    for (int rank = first; rank < int(start.area()); ++rank) {
        const std::size_t i = more.hole();
        more.put(i, true);
        matrix.ranks[i] = rank;
    }
    return matrix;
}

} // namespace lightbench
