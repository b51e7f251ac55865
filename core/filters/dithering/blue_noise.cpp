// blue-noise: a void-and-cluster matrix.
#include <map>
#include <mutex>

#include "core/filters/dithering/void_and_cluster.h"

namespace lightbench::filters {

namespace {
/// Each side's matrix is made once.
RankMatrix blueNoise(const ParameterValues& parameters) {
    static std::mutex mutex;
    static std::map<int, RankMatrix> made;
    const int side = std::stoi(parameters.choice("matrix"));
    const std::lock_guard lock(mutex);
    const auto [found, isNew] = made.try_emplace(side);
    if (isNew) found->second = voidAndCluster(side);
    return found->second;
}
} // namespace

Filter blue_noise() {
    Filter filter = thresholdMatrixFilter(blueNoise);
    filter.id = "blue-noise";
    filter.label = "Blue-noise dither";
    filter.synonyms.insert(filter.synonyms.end(), {"void and cluster", "stochastic screening"});
    filter.cutsFloats = true;
    filter.doc =
        "Each sample becomes one of the two levels beside it by a matrix laid over the image, which has no pattern "
        "that the eye finds: level k = floor(s L / M + (2 r(x mod n, y mod n) + 1) / (2 n^2)) with L = levels - "
        "1, M full scale; the result is round(k M / L). r are the ranks of Ulichney's void-and-cluster method "
        "(1993) with a Gaussian of sigma 1.5 px that wraps around, in steps of 2^-20: from a tenth of the pixels "
        "(SplitMix64, seed 1), moved from the tightest cluster to the largest void until none moves, ranks go "
        "down by taking clusters out and up by filling voids, the first in raster order of equals. Each colour "
        "channel on its own, alpha stays. With a palette the colour nearest to s + floor(spread (2 r + 1 - n^2) / (2 "
        "n^2)), r the rank at the place. Exact in whole numbers; of floats, cut off at 0 and 1 first, in floats.";
    filter.parameters.push_back(choiceParameter("matrix", "Matrix",
                                                {{"16", "16 x 16"}, {"32", "32 x 32"}, {"64", "64 x 64"}}, "64",
                                                "Side of the matrix, pixels, after which it repeats."));
    return filter;
}

} // namespace lightbench::filters
