// The colour scale for times, perceptually uniform from dark to light: viridis, by van der Walt and Smith (2015).
// Replays and recordings of the pixel order use it.
#pragma once

#include "core/image/rgb.h"

namespace lightbench {

/// Maps 0 to dark violet and 1 to yellow. Equal steps look equally large, also in grayscale. It interpolates between
/// nine colours of viridis and clamps t to 0..1.
Rgb timeColour(double t);

} // namespace lightbench
