// The maximum of the window around each sample, on the host: the reference of local-maximum and half that of peaks.
#pragma once

#include "core/image/image.h"

namespace lightbench {

/// Every colour sample is the maximum of the k x k window around it, k odd, the edge repeated beyond the edge; alpha
/// stays. Floats are ordered as in core/image/sample_order.h.
Image windowMaximum(const Image& input, int k);

} // namespace lightbench
