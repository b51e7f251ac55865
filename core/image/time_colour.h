// The colours of times: a perceptually uniform scale from dark to light.
#pragma once

#include "core/image/difference.h"

namespace lightbench {

/// 0: the first, dark violet; 1: the last, yellow. Equal steps look equally large, also without hue (viridis, by van
/// der Walt and Smith 2015, between nine of its colours). Beyond the ends: the ends.
Rgb timeColour(double t);

} // namespace lightbench
