// Says when a stack cuts off samples of a float image. Used by the command line before it runs a stack: a result that
// lost everything above 1 looks like any other.
#pragma once

#include <string>

#include "core/image/image.h"
#include "core/run/stack.h"

namespace lightbench {

/// Names the first enabled stage that cuts floats off at 0 and 1, if the image has samples beyond. Empty where nothing
/// is lost, and for images of integers. Alpha does not count. Reads the whole image.
std::string floatRangeWarning(const Image& image, const Stack& stack, const FilterCatalog& filters = builtInFilters());

} // namespace lightbench
