// What the ordered dithers share: each pixel is compared with the place of a matrix that is laid over the image, again
// and again. They differ in the matrix.
#pragma once

#include <vector>

#include "core/filter/filter.h"

namespace lightbench {

/// A square matrix with each of the ranks 0..side^2 - 1 once, row by row.
struct RankMatrix {
    int side = 1;
    std::vector<int> ranks;
};
using MakeRankMatrix = RankMatrix (*)(const ParameterValues& parameters);

/// A filter with the parameters `levels`, `palette` and `spread` that compares with that matrix: k = floor(s L / M + (2
/// r + 1) / (2 n)) with L = levels - 1, M full scale, r the rank at (x mod side, y mod side) of n = side^2; the result
/// is the level round(k M / L). In whole numbers: with q = s L div M and e = s L mod M, k = q + 1 if 2 n e >= M (2 n -
/// 2 r - 1), else q. With a palette: the colour nearest to s + floor(spread (2 r + 1 - n) / (2 n)), cut off at 0 and M.
Filter thresholdMatrixFilter(MakeRankMatrix matrix);

} // namespace lightbench
