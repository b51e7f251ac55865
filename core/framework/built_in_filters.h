// The filters that come with Lightbench. The programs and the tests begin with them; everything else is given a
// catalog.
#pragma once

#include "core/framework/filter_catalog.h"

namespace lightbench {

/// Sorted by file name. Always the same value, so that copies are equal.
const FilterCatalog& builtInFilters();

} // namespace lightbench
