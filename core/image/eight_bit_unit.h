// Thresholds that users give on the 8-bit scale, whatever the image's format.
#pragma once

#include "core/image/image.h"

namespace lightbench {

/// A value of 0..255 in the units of a sample: times 257 for 16-bit samples, so that 255 is full scale, over 255 for
/// floats. Exact for integers.
inline float inSampleUnits(int value, SampleType type) {
    if (type == SampleType::F32) return float(value) / 255.0f;
    return float(type == SampleType::U16 ? value * 257 : value);
}

} // namespace lightbench
