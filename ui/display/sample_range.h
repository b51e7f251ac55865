// Between which values the samples of a float image lie, and between which of them it is shown.
#pragma once

#include <stop_token>

#include "core/image/image.h"

namespace lightbench {

/// Black and white on the screen.
struct DisplayRange {
    double black = 0, white = 1;
    bool operator==(const DisplayRange&) const = default;
};

/// Of the finite colour samples of an image, and whether 0 to 1 clips any (infinities, too).
struct SampleRange {
    double lowest = 0, highest = 1;
    bool isBelow = false, isAbove = false;
    bool isClipped() const { return isBelow || isAbove; }
    bool operator==(const SampleRange&) const = default;
};

/// 0 to 1 for what is no float image, and for one without a finite sample. May stop halfway.
SampleRange sampleRange(const Image& image, const std::stop_token& stop = {});

} // namespace lightbench
