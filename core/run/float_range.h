// Warns before a run if a stack clamps samples of a float image, since a result that lost everything above 1 looks
// normal. The command line calls it before it runs a stack.
#pragma once

#include <string>

#include "core/image/image.h"
#include "core/run/stack.h"

namespace lightbench {

/// Names the first enabled stage that clamps floats to 0..1, if the image has samples outside. Empty if nothing is
/// lost, and for integer images. Alpha is ignored. Reads the whole image.
std::string floatRangeWarning(const Image& image, const Stack& stack, const FilterCatalog& filters = builtInFilters());

} // namespace lightbench
