// Generates a rank matrix without low frequencies (blue noise) by Ulichney's void-and-cluster method (1993). Only the
// filter blue-noise uses it.
#pragma once

#include "core/filters/dithering/threshold_matrix.h"

namespace lightbench {

/// The matrix tiles without seams, because distances wrap around. It uses integers only and is equal on every machine.
/// `side` is a power of two from 8 on; a side of 64 takes about a tenth of a second.
RankMatrix voidAndCluster(int side);

} // namespace lightbench
