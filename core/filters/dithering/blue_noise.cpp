// blue-noise: ordered dithering with a matrix without low frequencies, by Ulichney's void-and-cluster method (1993).
#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>

#include "core/base/split_mix.h"
#include "core/filters/dithering/threshold_matrix.h"

namespace lightbench::filters {

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

/// The matrix tiles without seams, because distances wrap around. It uses integers only and is equal on every machine.
/// `side` is a power of two from 8 on; a side of 64 takes about a tenth of a second.
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

/// Matrices are generated once per side length and cached.
RankMatrix blueNoise(const ParameterValues& parameters) {
    static std::mutex mutex;
    static std::map<int, RankMatrix> result;
    const int side = std::stoi(parameters.choice("matrix"));
    const std::lock_guard lock(mutex);
    const auto [found, isNew] = result.try_emplace(side);
    if (isNew) found->second = voidAndCluster(side);
    return found->second;
}
} // namespace

Filter blue_noise() {
    Filter filter = thresholdMatrixFilter(blueNoise);
    filter.id = "blue-noise";
    filter.label = "Blue-noise dither";
    filter.synonyms.insert(filter.synonyms.end(), {"void and cluster", "stochastic screening"});
    filter.clampsFloats = true;
    filter.summary = "Reduces an image to a few tones or to a palette, with an irregular fine grain.";
    filter.doc =
        "Each sample becomes the level below or above it, by a matrix of thresholds without a visible pattern that "
        "repeats over the image. Level k = floor(s L / M + (2 r(x mod n, y mod n) + 1) / (2 n^2)) becomes round(k M / "
        "L). L is levels - 1, and M full scale. r is the rank of a place in the matrix, by the void-and-cluster method "
        "(Ulichney 1993). First, a random tenth of the places is set (SplitMix64, seed 1). Then the set place in the "
        "tightest cluster moves to the largest void, until none moves. Ranks count down while the tightest cluster is "
        "removed, and up while the largest void is filled. In a tie, the first place in raster order counts. The "
        "density of a place is the sum of exp(-d^2 / 4.5) over all set places, d pixels away; the matrix continues "
        "beyond its ends. These weights are powers of exp(-1 / 4.5), rounded down to 2^-32 at each product and to "
        "2^-20 at the end. Each colour channel is filtered by itself; alpha is copied. With a palette, s + "
        "floor(spread (2 r + 1 - n^2) / (2 n^2)) is cut off at 0 and full scale, and the nearest colour replaces it. "
        "Integers are exact. Floats are computed as floats. With levels, they are cut off at 0 and 1 first. With a "
        "palette, what the matrix adds is not rounded down.";
    filter.parameters.push_back(choiceParameter("matrix", "Matrix",
                                                {{"16", "16 x 16"}, {"32", "32 x 32"}, {"64", "64 x 64"}}, "64",
                                                "Side of the matrix, which repeats over the image, in pixels."));
    return filter;
}

} // namespace lightbench::filters
