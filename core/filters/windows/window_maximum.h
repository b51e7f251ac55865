// Window maxima and minima on the host. They are the reference of local-maximum and morphology, and part of the
// reference of peaks.
#pragma once

#include <vector>

#include "core/image/image.h"

namespace lightbench {

/// Every colour sample becomes the maximum of the k x k window around it, k odd, with replicated edges; alpha is
/// copied. Floats are ordered as in core/image/sample_order.h.
Image windowMaximum(const Image& input, int k);

/// The maximum or minimum over a symmetric window of any shape. In rows y - r to y + r (2 r + 1 = halves.size()) it
/// includes halves[j] columns to the left and right; none if that is negative.
Image windowExtreme(const Image& input, const std::vector<int>& halves, bool minimum);

} // namespace lightbench
