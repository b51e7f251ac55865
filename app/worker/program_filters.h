// The filters that the programs begin with. Their image parameters let lightbench-worker decode camera RAW files.
#pragma once

#include "core/framework/filter_catalog.h"

namespace lightbench {

/// The built-in filters. Always the same value, so that copies are equal.
const FilterCatalog& programFilters();

} // namespace lightbench
