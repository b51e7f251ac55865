// The value range of a float image, and the range that the screen shows. The view uses both to show black and white and
// to warn about clipped values.
#pragma once

#include <stop_token>

#include "core/image/image.h"

namespace lightbench {

/// The values that are drawn black and white.
struct DisplayRange {
    double black = 0, white = 1;
    bool operator==(const DisplayRange&) const = default;
};

/// The range of an image's finite colour values, and whether values lie outside 0 to 1 (infinities count).
struct SampleRange {
    double lowest = 0, highest = 1;
    bool isBelow = false, isAbove = false;
    bool isClipped() const { return isBelow || isAbove; }
    bool operator==(const SampleRange&) const = default;
};

/// The range of an image: 0 to 1 for integer formats, and for an image without a finite value. May stop early.
SampleRange sampleRange(const Image& image, const std::stop_token& stop = {});

} // namespace lightbench
