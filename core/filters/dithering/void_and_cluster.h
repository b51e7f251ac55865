// A matrix of ranks without low frequencies (blue noise), made by Ulichney's void-and-cluster method (1993).
#pragma once

#include "core/filters/dithering/threshold_matrix.h"

namespace lightbench {

/// Side by side without seams: distances wrap around. The same on every machine: whole numbers only. Takes about a
/// tenth of a second for a side of 64; the side is a power of two from 8 on.
RankMatrix voidAndCluster(int side);

} // namespace lightbench
