// Floats by way of 16 bits, for filters that count or compare whole numbers: round(65535 s), cut off at 0 and 65535,
// and what the filter makes of that over 65535.
#pragma once

#include "core/filter/filter.h"

namespace lightbench {

/// Makes a filter that takes 16-bit images take float ones by that way, and its text say so. What it makes of them has
/// 16 bits and their size.
void acceptFloatsBySixteenBits(Filter& filter);

} // namespace lightbench
