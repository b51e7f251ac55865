// ordered-dither: ordered dithering with Bayer's matrices.
#include "core/filters/dithering/threshold_matrix.h"

namespace lightbench::filters {

namespace {
/// B(2n) = 4 B(n) + (0 2; 3 1) spreads the pixels of each level as evenly as possible.
int bayerRank(int x, int y, int side) {
    int rank = 0;
    for (int bit = 1; bit < side; bit *= 2) {
        const int right = (x & bit) != 0, below = (y & bit) != 0;
        rank = 4 * rank + 2 * (right ^ below) + below;
    }
    return rank;
}

RankMatrix bayer(const ParameterValues& parameters) {
    RankMatrix matrix{std::stoi(parameters.choice("matrix")), {}};
    for (int y = 0; y < matrix.side; ++y)
        for (int x = 0; x < matrix.side; ++x)
            matrix.ranks.push_back(bayerRank(x, y, matrix.side));
    return matrix;
}
} // namespace

Filter ordered_dither() {
    Filter filter = thresholdMatrixFilter(bayer);
    filter.id = "ordered-dither";
    filter.synonyms.push_back("bayer");
    filter.clampsFloats = true;
    filter.summary = "Reduces an image to a few tones or to a palette, with the regular pattern of Bayer's matrix.";
    filter.doc = "Each sample becomes the level below or above it, by a matrix of thresholds that repeats over the "
                 "image. Level k = floor(s L / M + (2 B(x mod n, y mod n) + 1) / (2 n^2)) becomes round(k M / L). L is "
                 "levels - 1, and M full scale. B is the n x n matrix of Bayer (1973): B(1) = 0 and B(2n) = (4B 4B+2; "
                 "4B+3 4B+1). Each colour channel is filtered by itself; alpha is copied. With a palette, s + "
                 "floor(spread (2 B + 1 - n^2) / (2 n^2)) is cut off at 0 and full scale, and the nearest colour "
                 "replaces it. Integers are exact. Floats are computed as floats. With levels, they are cut off at 0 "
                 "and 1 first. With a palette, what the matrix adds is not rounded down.";
    filter.parameters.push_back(
        choiceParameter("matrix", "Matrix", {{"2", "2 x 2"}, {"4", "4 x 4"}, {"8", "8 x 8"}, {"16", "16 x 16"}}, "8",
                        "Side of Bayer's matrix in pixels. It gives n^2 shades between two levels."));
    return filter;
}

} // namespace lightbench::filters
