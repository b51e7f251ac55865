// The range of a float image, and what a stack would lose of it. A result that lost everything above 1 looks normal, so
// the command line warns before it runs a stack.
#pragma once

#include <limits>
#include <string>

#include "core/image/image.h"
#include "core/run/stack.h"

namespace lightbench {

/// The smallest and the largest sample. lowest > highest if there is none.
struct FloatRange {
    float lowest = std::numeric_limits<float>::infinity(), highest = -lowest;
    /// The largest absolute value; 0 if there is no sample.
    float magnitude() const;
};
/// Of the finite samples of a float image, without alpha.
FloatRange floatRange(const Image& image);

/// Names the first enabled stage that clamps floats to 0..1, if the image has samples outside. Empty if nothing is
/// lost, and for integer images. If samples are so large that sums of them can overflow, it says that instead. Alpha is
/// ignored. Reads the whole image.
std::string floatRangeWarning(const Image& image, const Stack& stack, const FilterCatalog& filters);

} // namespace lightbench
