// Lets filters that count or compare integers accept float images: equalize, clahe, the dithers by diffusion and
// non-local-means use it. Samples become round(65535 s), clamped to 0..65535, and the result is divided by 65535.
#pragma once

#include "core/framework/filter.h"

namespace lightbench {

/// Extends a filter for 16-bit images to float images, and says so in its text. Its result must have 16 bits and the
/// size of its input.
void acceptFloatsVia16Bit(Filter& filter);

} // namespace lightbench
