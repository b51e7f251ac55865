// The filters that come with Lightbench. Programs and tests start from this catalog, add to it, and pass it on; nothing
// else asks for it.
#pragma once

#include "core/framework/filter_catalog.h"

namespace lightbench {

/// Sorted by id. Every call returns the same object.
const FilterCatalog& builtInFilters();

} // namespace lightbench
