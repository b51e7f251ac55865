// The maximum of the window around each sample, on the host: the reference of local-maximum, half that of peaks,
// and that of the morphology.
#pragma once

#include <vector>

#include "core/image/image.h"

namespace lightbench {

/// Every colour sample is the maximum of the k x k window around it, k odd, the edge repeated beyond the edge; alpha
/// stays. Floats are ordered as in core/image/sample_order.h.
Image windowMaximum(const Image& input, int k);

/// The maximum, or the minimum, of a window of any form that is symmetric about its middle: in rows y - r to y + r,
/// 2 r + 1 = halves.size(), the samples up to halves[j] columns to the left and right; none where that is negative.
Image windowExtreme(const Image& input, const std::vector<int>& halves, bool minimum);

} // namespace lightbench
