// The parameter `channels` of filters that work on one channel at a time: each colour channel on its own, or the luma
// of colour images. threshold, otsu, adaptive-threshold, equalize and clahe have it.
#pragma once

#include "core/framework/filter.h"

namespace lightbench {

/// What colour images become by the result for their luma.
enum class LumaUse {
    Replace, ///< red, green and blue are the result
    Shift    ///< the change of the luma is added to red, green and blue
};

/// Adds the parameter to a filter, with a text on it. With `channels=luma` its reference and plans run on the luma.
/// Gray images are the same for both values.
void acceptLuma(Filter& filter, LumaUse use);

} // namespace lightbench
