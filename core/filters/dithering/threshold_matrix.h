// Ordered dithering with a threshold matrix that tiles the image. ordered-dither and blue-noise share it and differ
// only in the matrix.
#pragma once

#include <vector>

#include "core/framework/filter.h"

namespace lightbench {

/// A square matrix that contains each rank 0..side^2 - 1 once, row by row.
struct RankMatrix {
    int side = 1;
    std::vector<int> ranks;
};
using MakeRankMatrix = RankMatrix (*)(const ParameterValues& parameters);

/// A filter with the parameters `levels`, `palette` and `spread`.
/// - s: the sample; M: full scale; L: levels - 1; n: side^2; r: the rank at (x mod side, y mod side).
/// - The result is the level round(k M / L) with `k = floor(s L / M + (2 r + 1) / (2 n))`.
/// - In integers, let `q = s L div M` and `e = s L mod M`. Then k is q + 1 if `2 n e >= M (2 n - 2 r - 1)`, else q.
/// - With a palette it takes the colour nearest to s + floor(spread (2 r + 1 - n) / (2 n)), clamped to 0..M.
Filter thresholdMatrixFilter(MakeRankMatrix matrix);

} // namespace lightbench
