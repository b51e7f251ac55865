// Converts thresholds that users give on the 8-bit scale (0..255) to the units of an image's samples. Filters with such
// parameters, such as canny and pad, use it on the host.
#pragma once

#include "core/image/image.h"

namespace lightbench {

/// Converts 0..255 to sample units: times 257 for 16-bit samples, so that 255 becomes full scale, and divided by 255
/// for floats. Exact for integers.
inline float inSampleUnits(int value, SampleType type) {
    if (type == SampleType::F32) return float(value) / 255.0f;
    return float(type == SampleType::U16 ? value * 257 : value);
}

} // namespace lightbench
