// blue-noise: ordered dithering with a void-and-cluster matrix.
#include <map>
#include <mutex>

#include "core/filters/dithering/void_and_cluster.h"

namespace lightbench::filters {

namespace {
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
        "L). L is levels - 1, and M full scale. r are the ranks of the void-and-cluster method (Ulichney 1993). A "
        "random tenth of the matrix's places is set first (SplitMix64, seed 1). The place in the tightest cluster "
        "moves "
        "to the largest void until none moves. Then ranks decrease as the tightest cluster is removed, and increase as "
        "the largest void is filled. Ties take the first place in raster order. The density of a place is the sum of "
        "exp(-d^2 / 4.5) over all set places, d pixels away, across the matrix's edges too. These weights are powers "
        "of "
        "exp(-1 / 4.5), rounded down to 2^-32 at each product and to 2^-20 at the end. Each colour channel on its own; "
        "alpha stays. With a palette, s + floor(spread (2 r + 1 - n^2) / (2 n^2)) is cut off at 0 and full scale. "
        "The nearest colour replaces it. Integers are exact. Floats are computed as floats. With levels they are cut "
        "off "
        "at 0 and 1 first; with a palette the matrix's part is not rounded down.";
    filter.parameters.push_back(choiceParameter("matrix", "Matrix",
                                                {{"16", "16 x 16"}, {"32", "32 x 32"}, {"64", "64 x 64"}}, "64",
                                                "Side of the matrix, which repeats over the image, in pixels."));
    return filter;
}

} // namespace lightbench::filters
