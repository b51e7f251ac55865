// The list of all built-in filters. core/CMakeLists.txt generates its definition from LIGHTBENCH_FILTERS, the only
// place that lists filters.
#pragma once

#include <string>
#include <vector>

#include "core/framework/filter.h"

namespace lightbench {

/// In the order of the list; builds new values at each call.
std::vector<Filter> registeredFilters();
/// Their file names in the same order, such as "floyd_steinberg"; an id has dashes instead.
std::vector<std::string> registeredNames();

} // namespace lightbench
